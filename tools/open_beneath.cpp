#include "tools/open_beneath.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

namespace holdpoint {

std::optional<std::vector<std::string>> path_names(std::string_view path) {
  if (path.size() > path_bytes_max || path.find('\0') != path.npos) return std::nullopt;
  std::vector<std::string> names;
  while (true) {
    const auto slash = path.find('/');
    const auto name = path.substr(0, slash);
    if (name.empty() || name == "." || name == "..") return std::nullopt;
    names.emplace_back(name);
    if (names.size() > path_depth_max) return std::nullopt;
    if (slash == path.npos) return names;
    path.remove_prefix(slash + 1);
  }
}

Descriptor open_by_openat2(int folder, const std::vector<std::string>& names, int flags) {
  std::string path;
  for (const auto& name : names) path += (path.empty() ? "" : "/") + name;
  if (path.empty()) path = ".";
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC | O_NOFOLLOW);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Descriptor(
      static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
}

Descriptor open_by_steps(int folder, const std::vector<std::string>& names, int flags) {
  constexpr int on_the_way = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if (names.empty()) return Descriptor(::openat(folder, ".", flags | O_CLOEXEC));
  Descriptor here;
  int at = folder;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    here = Descriptor(::openat(at, names[i].c_str(), on_the_way));
    if (!here) return here;
    at = here.get();
  }
  return Descriptor(::openat(at, names.back().c_str(), flags | O_CLOEXEC | O_NOFOLLOW));
}

Descriptor open_beneath(int folder, const std::vector<std::string>& names, int flags) {
  auto opened = open_by_openat2(folder, names, flags);
  // Old kernels do not know it, and sandboxes that do not either forbid it.
  if (!opened && (errno == ENOSYS || errno == EPERM)) return open_by_steps(folder, names, flags);
  return opened;
}

}  // namespace holdpoint

#include "tools/replace_file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/descriptor.hpp"

namespace holdpoint {
namespace {

std::error_code last_error() { return {errno, std::system_category()}; }

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Different for all writers of this machine that are alive.
std::string temporary_name(const std::string& name) {
  static std::atomic<std::uint64_t> count{0};
  constexpr std::size_t kept_max = 200;  // a name has 255 bytes at most
  return "." + name.substr(0, kept_max) + "." + std::to_string(::getpid()) + "." +
         std::to_string(++count) + ".tmp";
}

}  // namespace

std::error_code replace_file(const std::filesystem::path& file, std::string_view text) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return last_error();
  return replace_file_at(opened.get(), file.filename().string(), text);
}

std::error_code replace_file_at(int folder, const std::string& name, std::string_view text) {
  const std::string temporary = temporary_name(name);
  const Descriptor file(::openat(folder, temporary.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file) return last_error();
  const bool replaced = write_all(file.get(), text) && ::fsync(file.get()) == 0 &&
                        ::renameat(folder, temporary.c_str(), folder, name.c_str()) == 0;
  if (!replaced) {
    const auto error = last_error();
    ::unlinkat(folder, temporary.c_str(), 0);
    return error;
  }
  ::fsync(folder);  // the rename has happened: whether it survives a power cut is past saying no
  return {};
}

}  // namespace holdpoint

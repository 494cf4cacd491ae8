#include "tools/file_walk.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>

#include "tools/open_beneath.hpp"

namespace holdpoint {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

std::string path_of(const std::vector<std::string>& folder, const std::string& name) {
  std::string path;
  for (const auto& each : folder) path += each + "/";
  return path + name;
}

}  // namespace

FileWalk::FileWalk(Descriptor root) : root_(std::move(root)) {}

std::optional<FoundFile> FileWalk::next() {
  while (files_.empty()) {
    if (folders_.empty()) return std::nullopt;
    const Names folder = std::move(folders_.back());
    folders_.pop_back();
    enter(folder);
  }
  std::optional<FoundFile> found(std::move(files_.front()));
  files_.pop_front();
  return found;
}

void FileWalk::enter(const Names& folder) {
  const Descriptor opened = open_beneath(root_.get(), folder, O_RDONLY | O_DIRECTORY);
  if (!opened) {
    complete_ = complete_ && errno == ENOENT;  // gone meanwhile: nothing is left out
    return;
  }
  std::vector<Names> deeper;
  for (auto& name : names_in(opened.get())) {
    struct stat status {};
    if (::fstatat(opened.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      complete_ = complete_ && errno == ENOENT;
      continue;
    }
    auto path = path_of(folder, name);
    const bool wanted = S_ISDIR(status.st_mode) || S_ISREG(status.st_mode);
    if (wanted && (!simdjson::validate_utf8(path) || !path_names(path))) {
      complete_ = false;  // no tool could be told of it, or open it
    } else if (S_ISREG(status.st_mode)) {
      files_.push_back({std::move(path), static_cast<std::uint64_t>(status.st_size)});
    } else if (S_ISDIR(status.st_mode)) {
      deeper.push_back(folder);
      deeper.back().push_back(std::move(name));
    }
  }
  folders_.insert(folders_.end(), deeper.rbegin(), deeper.rend());
}

std::vector<std::string> FileWalk::names_in(int folder) {
  std::vector<std::string> names;
  Descriptor again = open_beneath(folder, {}, O_RDONLY | O_DIRECTORY);
  const Folder list(again ? ::fdopendir(again.get()) : nullptr);
  if (!list) {
    complete_ = false;
    return names;
  }
  again.release();  // the list closes it
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(list.get());
    if (!entry) {
      complete_ = complete_ && errno == 0;
      break;
    }
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (entries_ == entries_max) {
      complete_ = false;
      break;
    }
    ++entries_;
    names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace holdpoint

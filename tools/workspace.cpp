#include "tools/workspace.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>

#include "runtime/tool.hpp"
#include "tools/open_beneath.hpp"
#include "tools/replace_file.hpp"

namespace holdpoint {
namespace {

using Names = std::vector<std::string>;

constexpr int as_folder = O_RDONLY | O_DIRECTORY;

[[noreturn]] void refuse(std::string_view path, const std::string& why) {
  std::string shown(path);
  std::ranges::replace(shown, '\0', '?');  // it would end the text of an exception
  throw ToolError(shown + ": " + why);
}

[[noreturn]] void refuse_for(std::string_view path, int error) {
  switch (error) {
    case ENOENT:
      refuse(path, "there is no such file");
    case ELOOP:
    case EXDEV:
      refuse(path, "leads through a link, which is not followed");
    case ENOTDIR:
      refuse(path, "leads through something that is not a folder");
    case EISDIR:
      refuse(path, "is a folder");
    default:
      refuse(path, std::system_category().message(error));
  }
}

Names names_of(std::string_view path) {
  auto names = path_names(path);
  if (!names) refuse(path, "is not a path within the workspace");
  return std::move(*names);
}

// There may be none; but if there is something, then a file.
void expect_file(int folder, const std::string& name, std::string_view path, bool must_exist) {
  struct stat status {};
  if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT && !must_exist) return;
    refuse_for(path, errno);
  }
  if (S_ISDIR(status.st_mode)) refuse_for(path, EISDIR);
  if (S_ISLNK(status.st_mode)) refuse_for(path, ELOOP);
  if (!S_ISREG(status.st_mode)) refuse(path, "is not a file");
}

std::string read_all(int file, std::string_view path) {
  std::string text;
  char buffer[16 << 10];
  while (true) {
    const auto count = ::read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse_for(path, errno);
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > Workspace::file_bytes_max) refuse(path, "is longer than one megabyte");
  }
}

}  // namespace

Workspace::Workspace(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  folder_ = Descriptor(::open(folder.c_str(), as_folder | O_CLOEXEC));
  if (!folder_) throw std::system_error(errno, std::system_category(), folder.string());
}

std::string Workspace::read(std::string_view path) const {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const auto file = open_beneath(folder_.get(), names_of(path), O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) refuse_for(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) refuse_for(path, errno);
  if (S_ISDIR(status.st_mode)) refuse_for(path, EISDIR);
  if (!S_ISREG(status.st_mode)) refuse(path, "is not a file");
  auto text = read_all(file.get(), path);
  if (!simdjson::validate_utf8(text)) refuse(path, "is not a text (UTF-8)");
  return text;
}

void Workspace::write(std::string_view path, std::string_view text) const {
  if (text.size() > file_bytes_max) refuse(path, "the text is longer than one megabyte");
  const Place place = place_of(path, true);
  expect_file(place.folder.get(), place.name, path, false);
  if (const auto failure = replace_file_at(place.folder.get(), place.name, text))
    refuse(path, failure.message());
}

void Workspace::remove(std::string_view path) const {
  const Place place = place_of(path, false);
  expect_file(place.folder.get(), place.name, path, true);
  if (::unlinkat(place.folder.get(), place.name.c_str(), 0) != 0) refuse_for(path, errno);
}

FileWalk Workspace::walk() const {
  Descriptor root = open_beneath(folder_.get(), {}, as_folder);
  if (!root) refuse_for(".", errno);
  return FileWalk(std::move(root));
}

Workspace::Place Workspace::place_of(std::string_view path, bool make_folders) const {
  Names names = names_of(path);
  std::string name = std::move(names.back());
  names.pop_back();
  Descriptor folder = open_beneath(folder_.get(), names, as_folder);
  if (folder || errno != ENOENT || !make_folders) {
    if (!folder) refuse_for(path, errno);
    return {std::move(folder), std::move(name)};
  }
  folder = open_beneath(folder_.get(), {}, as_folder);
  for (const auto& next : names) {
    if (!folder) refuse_for(path, errno);
    if (::mkdirat(folder.get(), next.c_str(), 0755) != 0 && errno != EEXIST)
      refuse_for(path, errno);
    folder = open_beneath(folder.get(), {next}, as_folder);
  }
  if (!folder) refuse_for(path, errno);
  return {std::move(folder), std::move(name)};
}

}  // namespace holdpoint

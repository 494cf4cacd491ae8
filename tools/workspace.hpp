#pragma once
// The one folder the file tools may touch. Paths are relative to it and cannot leave it: not by
// "..", not by being absolute, not by symbolic links. A hard link is a name like any other: who
// puts one into the folder lets its text be read, but writing replaces the name and never the text
// outside. Any thread; blocks while files of at most a megabyte are read or written.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/descriptor.hpp"
#include "tools/file_walk.hpp"

namespace holdpoint {

class Workspace {
 public:
  static constexpr std::size_t file_bytes_max = std::size_t{1} << 20;

  // Makes the folder if it is missing. Throws std::system_error when it cannot be had.
  explicit Workspace(const std::filesystem::path& folder);

  // All throw ToolError, saying what is wrong with which path.
  std::string read(std::string_view path) const;                   // UTF-8 text
  void write(std::string_view path, std::string_view text) const;  // makes folders on the way
  void remove(std::string_view path) const;                        // files only
  FileWalk walk() const;                                           // over all its files

 private:
  struct Place {
    Descriptor folder;
    std::string name;
  };
  Place place_of(std::string_view path, bool make_folders) const;

  Descriptor folder_;
};

}  // namespace holdpoint

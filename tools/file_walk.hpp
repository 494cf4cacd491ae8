#pragma once
// Goes over all files beneath a folder, one at a time, so that whoever asks can breathe in between.
// Follows no links and names none: what is listed can be read. One thread; blocks on the disk while
// it reads a folder.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "runtime/describe.hpp"
#include "tools/descriptor.hpp"

namespace holdpoint {

struct FoundFile {
  std::string path;  // relative to where the walk began
  std::uint64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(FoundFile, (), (path, bytes))

class FileWalk {
 public:
  static constexpr std::size_t entries_max = 1000;  // looked at: files, folders and all else

  explicit FileWalk(Descriptor root);

  // A folder's files by name, then its folders by name. None: that was all, or all we look at.
  std::optional<FoundFile> next();

  // Nothing was left out: neither beyond the limit nor because it could not be opened.
  bool complete() const { return complete_; }

 private:
  using Names = std::vector<std::string>;

  void enter(const Names& folder);
  std::vector<std::string> names_in(int folder);

  Descriptor root_;
  std::vector<Names> folders_{Names{}};  // still to be entered, the next one last
  std::deque<FoundFile> files_;          // of the folder entered last
  std::size_t entries_ = 0;
  bool complete_ = true;
};

}  // namespace holdpoint

#pragma once
// A source file as the rules see it, line by line, and the list of all that the project has.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace holdpoint::tidy {

struct SourceFile {
  std::string path;               // relative to the root: "runtime/gate.hpp"
  std::vector<std::string> text;  // the lines as written
  std::vector<std::string> code;  // the same lines with comments and the insides of strings blanked
};

SourceFile make_source_file(std::string path, std::string_view text);

// Every *.cpp and *.hpp of the project's own folders, in alphabetical order.
std::vector<SourceFile> read_source_tree(const std::filesystem::path& root);

}  // namespace holdpoint::tidy

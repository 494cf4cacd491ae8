#include "tests/tidy/source_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <utility>

namespace holdpoint::tidy {
namespace {

constexpr std::array folders{"app",     "bench",   "examples", "fixtures", "models",
                             "runtime", "storage", "tests",    "tools",    "transport"};

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Where what begins at `at` ends (a comment, a string, a character), or `at` if it is code.
std::size_t end_of_prose(std::string_view text, std::size_t at) {
  const auto past = [&](std::string_view mark, std::size_t from) {
    const auto found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  const auto rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) return past("*/", at + 2);
  if (rest.starts_with("R\"")) {
    const auto open = std::min(rest.find('('), rest.size());
    return past(")" + std::string(rest.substr(2, open - 2)) + "\"", at + open);
  }
  const char quote = rest.front();
  const bool separator =
      quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1]));
  if ((quote != '"' && quote != '\'') || separator) return at;  // 1'000 is no character
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

std::string blank_prose(std::string_view text) {
  std::string code{text};
  for (std::size_t at = 0; at < text.size();) {
    const auto end = end_of_prose(text, at);
    std::replace_if(
        code.begin() + static_cast<std::ptrdiff_t>(at),
        code.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
    at = std::max(end, at + 1);
  }
  return code;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

SourceFile make_source_file(std::string path, std::string_view text) {
  return {std::move(path), split_lines(text), split_lines(blank_prose(text))};
}

std::vector<SourceFile> read_source_tree(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  for (const std::string folder : folders) {
    if (!std::filesystem::exists(root / folder)) continue;
    std::filesystem::recursive_directory_iterator entries{root / folder};
    for (auto entry = begin(entries); entry != end(entries); ++entry) {
      const auto& path = entry->path();
      if (entry->is_directory() && path.filename() == "node_modules") {
        entry.disable_recursion_pending();
      } else if (path.extension() == ".cpp" || path.extension() == ".hpp") {
        files.push_back(
            make_source_file(path.lexically_relative(root).generic_string(), read_file(path)));
      }
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

}  // namespace holdpoint::tidy

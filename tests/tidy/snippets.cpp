#include "tests/tidy/snippets.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

namespace holdpoint::tidy {
namespace {

std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line = " ";
  for (std::string word; words >> word;) line += word + " ";
  return line;
}

}  // namespace

std::vector<Snippet> snippets_in(const std::string& path, std::string_view markdown) {
  std::vector<Snippet> found;
  std::optional<Snippet> open;
  std::istringstream lines{std::string(markdown)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (open && line == "```") {
      found.push_back(*std::exchange(open, std::nullopt));
    } else if (open) {
      open->text += line + "\n";
      ++open->lines;
    } else if (line == "```cpp") {
      open.emplace();
      open->where = path + ":" + std::to_string(number);
    }
  }
  if (open) found.push_back(*open);
  return found;
}

std::vector<Snippet> read_snippets(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> documents{root / "README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  }
  std::ranges::sort(documents);
  std::vector<Snippet> all;
  for (const auto& document : documents) {
    std::ifstream file{document};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    auto some = snippets_in(document.lexically_relative(root).generic_string(), text);
    std::ranges::move(some, std::back_inserter(all));
  }
  return all;
}

bool stands_in(const Snippet& snippet, const SourceFile& file) {
  std::string text;
  for (const auto& line : file.text) text += line + "\n";
  return one_line(text).find(one_line(snippet.text)) != std::string::npos;
}

}  // namespace holdpoint::tidy

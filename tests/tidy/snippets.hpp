#pragma once
// The C++ that documents show: what is longer than a few lines must stand in a source file, word
// for word, so that it was compiled. Pure but for reading the files.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source_file.hpp"

namespace holdpoint::tidy {

inline constexpr std::size_t unproven_lines_max = 3;

struct Snippet {
  std::string where;  // "README.md:12"
  std::string text;
  std::size_t lines = 0;
};

// Every ```cpp block.
std::vector<Snippet> snippets_in(const std::string& path, std::string_view markdown);

// README.md and docs/*.md.
std::vector<Snippet> read_snippets(const std::filesystem::path& root);

// Whether it stands there, however the white space runs.
bool stands_in(const Snippet& snippet, const SourceFile& file);

}  // namespace holdpoint::tidy

#include "tests/tidy/snippets.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace holdpoint::tidy {
namespace {

TEST(Snippets, WhatTheDocumentsShowIsCompiled) {
  const auto files = read_source_tree(HOLDPOINT_SOURCE_DIR);
  for (const auto& snippet : read_snippets(HOLDPOINT_SOURCE_DIR)) {
    if (snippet.lines <= unproven_lines_max) continue;
    EXPECT_TRUE(std::ranges::any_of(files, [&](auto& file) { return stands_in(snippet, file); }))
        << snippet.where << " stands in no source file:\n"
        << snippet.text;
  }
}

// The outside project that a test builds is the one the README promises.
TEST(Snippets, TheToolOfTheReadmeIsTheOneBuiltOutside) {
  const auto files = read_source_tree(HOLDPOINT_SOURCE_DIR);
  const auto snippets = read_snippets(HOLDPOINT_SOURCE_DIR);
  ASSERT_FALSE(snippets.empty());
  EXPECT_TRUE(snippets.front().where.starts_with("README.md:")) << snippets.front().where;
  for (const std::string path : {"tools/payment.cpp", "tests/install/first_tool/main.cpp"}) {
    const auto file = std::ranges::find(files, path, &SourceFile::path);
    ASSERT_NE(file, files.end()) << path;
    EXPECT_TRUE(stands_in(snippets.front(), *file)) << path;
  }
}

TEST(Snippets, OnlyBlocksOfCppAreTaken) {
  const auto found = snippets_in("a.md", "x\n```sh\nls\n```\n```cpp\nint a;\n\nint b;\n```\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where, "a.md:5");
  EXPECT_EQ(found[0].text, "int a;\n\nint b;\n");
  EXPECT_EQ(found[0].lines, 3U);
}

TEST(Snippets, WhiteSpaceDoesNotCountAndWordsDo) {
  const auto file = make_source_file("a.cpp", "void f() {\n  int a = 1;\n  int b = 2;\n}\n");
  EXPECT_TRUE(stands_in({"", "int a = 1;\nint b = 2;\n", 2}, file));
  EXPECT_FALSE(stands_in({"", "int a = 1;\nint c = 2;\n", 2}, file));
  EXPECT_FALSE(stands_in({"", "nt a = 1;\n", 1}, file));
}

}  // namespace
}  // namespace holdpoint::tidy

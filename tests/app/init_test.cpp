#include "app/init.hpp"

#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "app/config.hpp"
#include "app/setting.hpp"
#include "tests/app/scratch_folder.hpp"

namespace holdpoint {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

enum class Comments { dropped, activated };

// "#key = …" and "#[[rule]]" are what can be activated; "# …" is prose.
std::string without_comments(const std::string& text, Comments comments) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool comment = line.starts_with('#');
    const bool code = comment && line.size() > 1 && line[1] != ' ';
    if (comment && !(code && comments == Comments::activated)) continue;
    result += (code ? line.substr(1) : line) + "\n";
  }
  return result;
}

void expect_defaults(const Result<ServeOptions>& options) {
  ASSERT_TRUE(options) << to_string(options.error());
  for (const auto& setting : settings()) {
    EXPECT_EQ(setting.get(*options), setting.initial()) << setting.key;
  }
}

TEST(Init, WhatItWritesParsesToTheDefaults) {
  const auto options = parse_config(config_template(), "template");
  expect_defaults(options);
  EXPECT_TRUE(options->policy.rules.empty());
  expect_defaults(parse_config(without_comments(config_template(), Comments::dropped), "bare"));
}

TEST(Init, EveryKeyStandsThereAndItsDefaultIsTheDefault) {
  const auto text = without_comments(config_template(), Comments::activated);
  for (const auto& setting : settings()) {
    EXPECT_NE(("\n" + text).find("\n" + std::string(setting.name()) + " = "), std::string::npos)
        << setting.key;
  }
  const auto options = parse_config(text, "activated");
  expect_defaults(options);
  ASSERT_EQ(options->policy.rules.size(), 3U);  // the examples are rules that can be used
  EXPECT_EQ(options->policy.rules[0].pattern, "get_*");
  EXPECT_TRUE(options->policy.rules[1].lower);
  EXPECT_EQ(options->policy.rules[2].says, Rule::Says::deny);
}

TEST(Init, LinesAreShortEnoughToRead) {
  std::istringstream lines(config_template());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(Init, RefusesToOverwriteUnlessForced) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "holdpoint.toml";
  EXPECT_EQ(init_config(file, false), std::nullopt);
  EXPECT_EQ(contents(file), config_template());

  std::ofstream(file) << "threads = 2\n";
  const auto refused = init_config(file, false);
  ASSERT_TRUE(refused);
  EXPECT_EQ(to_string(*refused), file.string() + ": is already there; --force overwrites it");
  EXPECT_EQ(contents(file), "threads = 2\n");

  EXPECT_EQ(init_config(file, true), std::nullopt);
  EXPECT_EQ(contents(file), config_template());
}

TEST(Init, SaysWhyItCannotWrite) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "none" / "holdpoint.toml";
  const auto failed = init_config(file, false);
  ASSERT_TRUE(failed);
  EXPECT_EQ(to_string(*failed), file.string() + ": No such file or directory");
  EXPECT_TRUE(init_config("/dev/full", true));
}

}  // namespace
}  // namespace holdpoint

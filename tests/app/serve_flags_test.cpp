#include "app/serve_flags.hpp"

#include <filesystem>
#include <fstream>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include "app/read_rules.hpp"
#include "tests/app/scratch_folder.hpp"

namespace holdpoint {
namespace {

struct CommandLine {
  CommandLine() { add_serve_flags(app, flags); }

  // As typed, first word first.
  void parse(std::vector<std::string> words) {
    std::reverse(words.begin(), words.end());
    app.parse(words);
  }
  std::string error_of(std::vector<std::string> words) {
    try {
      parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      return error.what();
    }
    return "no error";
  }

  CLI::App app;
  ServeFlags flags;
};

// The default file is looked for where the program runs.
class ServeFlagsIn : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(folder_.path()); }
  void TearDown() override { std::filesystem::current_path(before_); }
  void write(const std::string& name, std::string_view text) { std::ofstream(name) << text; }

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
  const test::ScratchFolder folder_;
};
using ServeFlagsTest = ServeFlagsIn;

TEST_F(ServeFlagsTest, EverySettingIsAFlag) {
  for (const auto& setting : settings()) {
    CommandLine line;
    const auto initial = setting.initial();
    std::vector<std::string> words{setting.flag()};
    if (const auto* text = std::get_if<std::string>(&initial)) {
      words.push_back(*text);
    } else if (std::holds_alternative<Texts>(initial)) {
      words.push_back(setting.key == "hosts" ? "a.example" : "https://a.example");
    } else if (!std::holds_alternative<bool>(initial)) {
      words.push_back(to_toml(initial));
    }
    if (words.back().empty()) words.back() = "x";
    EXPECT_NO_THROW(line.parse(words)) << setting.flag();
    ASSERT_EQ(line.flags.said.size(), 1U) << setting.flag();
    EXPECT_EQ(line.flags.said.begin()->first, &setting);
  }
}

TEST_F(ServeFlagsTest, TheCommandLineWinsOverTheFile) {
  write("my.toml", "threads = 2\nwallet = 'w'\nno_auth = true\nhosts = ['a', 'b']\n");
  CommandLine line;
  line.parse({"--config", "my.toml", "--threads", "3", "--no-auth=false", "--hosts", "c,d",
              "--hosts=e", "--frame-bytes-max=2048", "--listen=[::1]:0"});
  const auto options = serve_options(line.flags);
  ASSERT_TRUE(options) << to_string(options.error());
  EXPECT_EQ(options->threads, 3);
  EXPECT_EQ(options->wallet, "w");
  EXPECT_FALSE(options->no_auth);
  EXPECT_EQ(options->hosts, (std::vector<std::string>{"c", "d", "e"}));
  EXPECT_EQ(options->limits.frame_bytes_max, 2048U);
  EXPECT_EQ(options->listen, "[::1]:0");
}

TEST_F(ServeFlagsTest, ALoneFlagIsAYes) {
  CommandLine line;
  line.parse({"--no-auth"});
  EXPECT_TRUE(serve_options(line.flags).value().no_auth);
}

TEST_F(ServeFlagsTest, TheDefaultFileMayBeMissingButNotBroken) {
  EXPECT_EQ(serve_options({}).value().threads, 1);
  EXPECT_EQ(serve_options({}).value().policy.version, version_of({}));

  write("holdpoint.toml", "threads = 5\n");
  EXPECT_EQ(serve_options({}).value().threads, 5);

  write("holdpoint.toml", "threads = 0\n");
  EXPECT_EQ(to_string(serve_options({}).error()),
            "holdpoint.toml:1:11: threads: expected a whole number from 1 to 256, found 0");

  std::filesystem::remove("holdpoint.toml");
  std::filesystem::create_symlink("nowhere", "holdpoint.toml");
  EXPECT_FALSE(serve_options({}));
}

TEST_F(ServeFlagsTest, AFileThatWasNamedMustBeThere) {
  CommandLine line;
  line.parse({"--config", "none.toml"});
  EXPECT_EQ(to_string(serve_options(line.flags).error()), "none.toml: No such file or directory");
}

TEST_F(ServeFlagsTest, WrongValuesAreToldWithTheirFlag) {
  EXPECT_EQ(CommandLine().error_of({"--threads", "0"}),
            "--threads: expected a whole number from 1 to 256, found 0");
  EXPECT_EQ(CommandLine().error_of({"--threads", "many"}),
            "--threads: expected a whole number from 1 to 256, found \"many\"");
  EXPECT_EQ(CommandLine().error_of({"--log", "dbug"}),
            "--log: expected debug, info, warn, error or off, found \"dbug\"; "
            "did you mean \"debug\"?");
  EXPECT_NE(CommandLine().error_of({"--thread", "1"}), "no error");
  EXPECT_NE(CommandLine().error_of({"--hosts", "a", "b"}), "no error");
}

TEST_F(ServeFlagsTest, HelpShowsShapeAndDefault) {
  CommandLine line;
  const auto help = line.app.help();
  EXPECT_NE(help.find("--listen HOST:PORT=127.0.0.1:8080"), std::string::npos) << help;
  EXPECT_NE(help.find("--frame-bytes-max N=1048576"), std::string::npos) << help;
  EXPECT_NE(help.find("[limits]"), std::string::npos) << help;
}

}  // namespace
}  // namespace holdpoint

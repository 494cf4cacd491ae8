#include "app/config.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/read_rules.hpp"
#include "tests/app/scratch_folder.hpp"

namespace holdpoint {
namespace {

using namespace std::chrono_literals;

std::string error_of(std::string_view text) {
  const auto read = parse_config(text, "h.toml");
  return read ? "no error" : to_string(read.error());
}

TEST(Config, ReadsEveryKind) {
  const auto read = parse_config(R"(
listen = "0.0.0.0:0"
no_auth = true
threads = 3
origins = ["https://example.org", "http://localhost:3000"]

[limits]
frame_bytes_max = 65536
frames_per_second_max = 10
approval_patience_seconds = 0
session_idle_hours = 2

[[rule]]
tool = "get_*"
say = "allow"

[[rule]]
tool = "process_payment"
say = "allow"
lower = true
)",
                                 "h.toml");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->listen, "0.0.0.0:0");
  EXPECT_TRUE(read->no_auth);
  EXPECT_EQ(read->threads, 3);
  EXPECT_EQ(read->origins,
            (std::vector<std::string>{"https://example.org", "http://localhost:3000"}));
  EXPECT_EQ(read->limits.frame_bytes_max, 65536U);
  EXPECT_EQ(read->limits.frames_per_second_max, 10.0);
  EXPECT_EQ(read->limits.approval_patience, 0s);
  EXPECT_EQ(read->limits.session_idle, 2h);
  EXPECT_EQ(read->limits.running_time, Limits{}.running_time);  // what is not said is the default

  ASSERT_EQ(read->policy.rules.size(), 2U);
  EXPECT_EQ(read->policy.rules[0].pattern, "get_*");
  EXPECT_EQ(read->policy.rules[0].says, Rule::Says::allow);
  EXPECT_FALSE(read->policy.rules[0].lower);
  EXPECT_EQ(read->policy.rules[1].pattern, "process_payment");
  EXPECT_TRUE(read->policy.rules[1].lower);
  EXPECT_EQ(read->policy.version, version_of(read->policy.rules));
}

TEST(Config, EveryWordOfARule) {
  const auto read = parse_config(R"(rule = [
  {tool = "a", say = "allow"}, {tool = "b", say = "ask"},
  {tool = "c", say = "always"}, {tool = "d", say = "deny", lower = false}])",
                                 "h.toml");
  ASSERT_TRUE(read) << to_string(read.error());
  std::vector<Rule::Says> says;
  for (const auto& rule : read->policy.rules) says.push_back(rule.says);
  EXPECT_EQ(says, (std::vector{Rule::Says::allow, Rule::Says::ask, Rule::Says::always,
                               Rule::Says::deny}));
}

TEST(Config, VersionNamesTheRulesAndNothingElse) {
  const auto version = [](std::string_view text) {
    return parse_config(text, "h.toml").value().policy.version;
  };
  const auto one = version("[[rule]]\ntool = \"a\"\nsay = \"ask\"");
  EXPECT_EQ(one.size(), 12U);
  EXPECT_EQ(one, version("threads = 2\nrule = [{say = 'ask', lower = false, tool = 'a'}] # x"));
  EXPECT_NE(one, version(""));
  EXPECT_NE(one, version("rule = [{tool = 'a', say = 'deny'}]"));
  EXPECT_NE(one, version("rule = [{tool = 'b', say = 'ask'}]"));
  EXPECT_NE(one, version("rule = [{tool = 'a', say = 'ask', lower = true}]"));
  EXPECT_NE(version("rule = [{tool = 'a', say = 'ask'}, {tool = 'b', say = 'ask'}]"),
            version("rule = [{tool = 'b', say = 'ask'}, {tool = 'a', say = 'ask'}]"));
}

struct Wrong {
  const char* text;
  const char* error;
};

TEST(Config, ErrorsNamePlaceAndKey) {
  const std::vector<Wrong> cases{
      // Unknown keys.
      {"\nlisten = \"a:1\"\n  lisen = \"b:1\"\n",
       "h.toml:3:3: lisen: no such key; did you mean \"listen\"?"},
      {"[limits]\nframe_byte_max = 1",
       "h.toml:2:1: limits.frame_byte_max: no such key; did you mean \"frame_bytes_max\"?"},
      {"frame_bytes_max = 4096",
       "h.toml:1:1: frame_bytes_max: no such key; "
       "did you mean \"frame_bytes_max\" under [limits]?"},
      {"[limits]\nthreads = 2",
       "h.toml:2:1: limits.threads: no such key; did you mean \"threads\" at the top?"},
      {"[[rules]]\ntool = \"a\"", "h.toml:1:3: rules: no such key; did you mean \"rule\"?"},
      {"[limit]\nx = 1", "h.toml:1:2: limit: no such key; did you mean \"limits\"?"},
      {"colour = 1", "h.toml:1:1: colour: no such key"},
      // Wrong types and numbers out of range.
      {"threads = \"two\"",
       "h.toml:1:11: threads: expected a whole number from 1 to 256, found \"two\""},
      {"threads = 257", "h.toml:1:11: threads: expected a whole number from 1 to 256, found 257"},
      {"threads = 1.5", "h.toml:1:11: threads: expected a whole number from 1 to 256, found 1.5"},
      {"no_auth = 1", "h.toml:1:11: no_auth: expected true or false, found 1"},
      {"[wallet]\nx = 1", "h.toml:1:1: wallet: expected the name of a file, found a table"},
      {"wallet = 2020-01-01",
       "h.toml:1:10: wallet: expected the name of a file, found a date or time"},
      {"hosts = [1]",
       "h.toml:1:9: hosts: expected a list of hosts such as [\"example.org\"], "
       "found a list of something else"},
      {"limits = 3", "h.toml:1:10: limits: expected a table, found a number"},
      {"[limits]\napproval_patience_seconds = \"5m\"",
       "h.toml:2:29: limits.approval_patience_seconds: "
       "expected a whole number from 0 to 315360000, found \"5m\""},
      {"[limits]\nrunning_time_seconds = -1",
       "h.toml:2:24: limits.running_time_seconds: "
       "expected a whole number from 1 to 315360000, found -1"},
      {"[limits]\nframes_per_second_max = inf",
       "h.toml:2:25: limits.frames_per_second_max: "
       "expected a number from 0.1 to 1000000, found inf"},
      // The first in the file, not in the alphabet.
      {"zebra = 1\napple = 2", "h.toml:1:1: zebra: no such key"},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;
}

TEST(Config, ErrorsInRules) {
  const std::vector<Wrong> cases{
      {"[[rule]]\ntool = \"a\"\nsay = \"alow\"",
       "h.toml:3:7: rule.say: expected \"allow\", \"ask\", \"always\" or \"deny\", "
       "found \"alow\"; did you mean \"allow\"?"},
      {"[[rule]]\ntool = \"a\"\nsay = true",
       "h.toml:3:7: rule.say: expected \"allow\", \"ask\", \"always\" or \"deny\", "
       "found true or false"},
      {"[[rule]]\nsay = \"ask\"",
       "h.toml:1:1: rule.tool: missing; expected the name of a tool, * and ? allowed"},
      {"[[rule]]\ntool = \"a\"",
       "h.toml:1:1: rule.say: missing; expected \"allow\", \"ask\", \"always\" or \"deny\""},
      {"[[rule]]\ntool = \"\"\nsay = \"ask\"",
       "h.toml:2:8: rule.tool: no tool is called \"\": "
       "expected letters, digits, _ and -, or * and ? for some of them"},
      {"[[rule]]\ntool = \"pay me\"\nsay = \"ask\"",
       "h.toml:2:8: rule.tool: no tool is called \"pay me\": "
       "expected letters, digits, _ and -, or * and ? for some of them"},
      {"[[rule]]\ntool = 3\nsay = \"ask\"",
       "h.toml:2:8: rule.tool: expected the name of a tool, * and ? allowed, found a number"},
      {"[[rule]]\ntool = \"a\"\nsays = \"ask\"\nsay = \"ask\"",
       "h.toml:3:1: rule.says: no such key; a rule has tool, say and lower; "
       "did you mean \"say\"?"},
      {"[[rule]]\ntool = \"a\"\nsay = \"ask\"\nlower = \"yes\"",
       "h.toml:4:9: rule.lower: expected true or false, found a text"},
      {"[[rule]]\ntool = \"pay*\"\nsay = \"allow\"\nlower = true",
       "h.toml:4:9: rule.lower: only a rule that names its tool exactly may lower, "
       "\"pay*\" is a pattern"},
      {"[rule]\ntool = \"a\"", "h.toml:1:1: rule: each rule is headed [[rule]], found a table"},
      {"rule = [1]", "h.toml:1:9: rule: each rule is headed [[rule]], found a number"},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;

  std::string many;
  for (std::size_t i = 0; i <= rules_max; ++i) many += "[[rule]]\ntool = \"a\"\nsay = \"ask\"\n";
  EXPECT_EQ(error_of(many), "h.toml:1:1: rule: more than 1000 rules");
}

TEST(Config, TextThatIsNotTomlSaysWhere) {
  EXPECT_TRUE(error_of("listen = \"a:1\"\nthreads = \n").starts_with("h.toml:2:"))
      << error_of("listen = \"a:1\"\nthreads = \n");
  EXPECT_TRUE(error_of("threads = 1\nthreads = 2\n").starts_with("h.toml:2:"));
  EXPECT_TRUE(error_of("wallet = \"\xff\"").starts_with("h.toml:1:"));
  EXPECT_TRUE(error_of("wallet = " + std::string(10'000, '[')).starts_with("h.toml:1:"));
}

TEST(Config, LoadsFilesAndNamesThem) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "holdpoint.toml";
  EXPECT_EQ(to_string(load_config(file).error()), file.string() + ": No such file or directory");

  std::ofstream(file) << "threads = 2\n";
  EXPECT_EQ(load_config(file).value().threads, 2);

  std::ofstream(file) << "\nthread = 2\n";
  EXPECT_EQ(to_string(load_config(file).error()),
            file.string() + ":2:1: thread: no such key; did you mean \"threads\"?");

  std::ofstream(file) << std::string(config_bytes_max + 1, '#');
  EXPECT_EQ(to_string(load_config(file).error()), file.string() + ": longer than 1048576 bytes");

  EXPECT_FALSE(load_config(folder.path()));
}

}  // namespace
}  // namespace holdpoint

#include "app/tool_times.hpp"

#include <gtest/gtest.h>

#include "app/config.hpp"

namespace holdpoint {
namespace {

using namespace std::chrono_literals;

std::string error_of(std::string_view text) {
  const auto read = parse_config(text, "h.toml");
  return read ? "no error" : to_string(read.error());
}

Toolbox two_tools() {
  Toolbox tools;
  for (const std::string name : {"pay", "look"}) {
    ToolSpec spec{name, "", {}, {.approval = asks, .patience = 30s, .denial = "no " + name}};
    tools.add(std::move(spec), [](json::value, ToolContext&) -> Task<json::value> { co_return 1; });
  }
  return tools;
}

TEST(ToolTimes, ReplaceWhatTheToolDeclaresAndNothingElse) {
  const auto options =
      parse_config("[tool.pay]\npatience_seconds = 0\nrunning_time_seconds = 5", "h.toml").value();
  const auto tools = with_times(two_tools(), options.tool_times).value();
  ASSERT_EQ(tools.all().size(), 2U);
  const auto& pay = tools.all()[0]->spec;
  EXPECT_EQ(pay.name, "pay");
  EXPECT_EQ(pay.traits.patience, 0s);
  EXPECT_EQ(pay.traits.running_time, 5s);
  EXPECT_EQ(pay.traits.approval, asks);
  EXPECT_EQ(pay.traits.denial, "no pay");
  EXPECT_TRUE(tools.all()[0]->body);
  EXPECT_EQ(tools.all()[1]->spec.traits.patience, 30s);
  EXPECT_EQ(tools.all()[1]->spec.traits.running_time, std::nullopt);
}

TEST(ToolTimes, AToolThatThereIsNotIsAnError) {
  const auto options = parse_config("[tool.lok]\npatience_seconds = 1", "h.toml").value();
  const auto tools = with_times(two_tools(), options.tool_times);
  ASSERT_FALSE(tools);
  EXPECT_EQ(to_string(tools.error()), "tool.lok: there is no such tool; did you mean \"look\"?");
}

TEST(ToolTimes, ErrorsNamePlaceAndKey) {
  EXPECT_EQ(error_of("tool = 3"),
            "h.toml:1:8: tool: a tool's times are headed [tool.NAME], found a number");
  EXPECT_EQ(error_of("[tool]\npay = 3"),
            "h.toml:2:7: tool.pay: a tool's times are headed [tool.NAME], found a number");
  EXPECT_EQ(error_of("[tool.pay]\npatience = 3"), "h.toml:2:1: tool.pay.patience: no such key");
  EXPECT_EQ(error_of("[tool.pay]\npatience_second = 3"),
            "h.toml:2:1: tool.pay.patience_second: no such key; "
            "did you mean \"patience_seconds\"?");
  EXPECT_EQ(error_of("[tool.pay]\npatience_seconds = -1"),
            "h.toml:2:20: tool.pay.patience_seconds: "
            "expected a whole number from 0 to 315360000, found -1");
  EXPECT_EQ(error_of("[tool.pay]\nrunning_time_seconds = 1.5"),
            "h.toml:2:24: tool.pay.running_time_seconds: "
            "expected a whole number from 1 to 315360000, found a number");
}

}  // namespace
}  // namespace holdpoint

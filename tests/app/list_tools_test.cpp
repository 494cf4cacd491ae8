#include "app/list_tools.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "runtime/json.hpp"

namespace holdpoint {
namespace {

using namespace std::chrono_literals;

enum class Speed { slow, fast };
BOOST_DESCRIBE_ENUM(Speed, slow, fast)
struct Transfer {
  double amount = 0;
  std::string to;
  std::optional<std::string> note;
  std::vector<std::string> tags;
  std::optional<Speed> speed;
};
BOOST_DESCRIBE_STRUCT(Transfer, (), (amount, to, note, tags, speed))
struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())

Task<json::value> transfer(Transfer, ToolContext&) { co_return nullptr; }
Task<json::value> nothing(Nothing, ToolContext&) { co_return nullptr; }

Toolbox some_tools() {
  Toolbox tools;
  ToolTraits careful;
  careful.approval = asks;
  careful.patience = 30s;
  careful.running_time = 5s;
  careful.prompt = "Send it?";
  tools.add("transfer", "Sends money.", transfer, careful);
  ToolTraits reading;
  reading.effects = Effects::read_only;
  tools.add("get_weather", "Looks\x1b[31m out.", nothing, reading);
  tools.add("get_rid_of", "Deletes.", nothing);
  return tools;
}

Policy rules(std::vector<Rule> rules) { return {std::move(rules), "v1"}; }

std::string printed(const Policy& policy) {
  std::ostringstream out;
  print_tools(out, some_tools(), policy, false);
  return out.str();
}

TEST(ListTools, ShowsDeclarationRuleAndResult) {
  EXPECT_EQ(
      printed(rules({{"get_rid_of", Rule::Says::allow, true}, {"get_*", Rule::Says::deny, false}})),
      "TOOL         DECLARES  EFFECTS    RISK  RULE                      RESULT\n"
      "transfer     asks      once       L3    -                         asks in its body\n"
      "    Sends money.\n"
      "    takes amount: number, to: string, note?: string, tags: array of string, "
      "speed?: slow|fast\n"
      "    asks: Send it?\n"
      "    a human may take 30 s, runs at most 5 s\n"
      "get_weather  never     read_only  L0    get_*: deny               refused\n"
      "    Looks [31m out.\n"
      "get_rid_of   gate      once       L3    get_rid_of: allow, lower  runs\n"
      "    Deletes.\n");
}

TEST(ListTools, SaysWhenARuleMatchedButMayNotLower) {
  const auto text = printed(rules({{"get_*", Rule::Says::allow, false}}));
  EXPECT_NE(text.find("get_rid_of   gate      once       L3    -             asks first\n"
                      "    Deletes.\n"
                      "    ! rule \"get_*\" says allow, less than the tool declares (gate): "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nwarning: rule 1 (get_*, allow) says less"), std::string::npos) << text;
}

TEST(ListTools, JsonHasItAll) {
  std::ostringstream out;
  print_tools(out, some_tools(), rules({{"get_*", Rule::Says::allow, false}}), true);
  const auto document = parse_json(out.str()).value();
  EXPECT_EQ(document.at("policy"), json::value("v1"));
  EXPECT_EQ(document.at("warnings").as_array().size(), 1U);
  const auto& tools = document.at("tools").as_array();
  ASSERT_EQ(tools.size(), 3U);

  const auto& sends = tools[0].as_object();
  EXPECT_EQ(sends.at("name"), json::value("transfer"));
  EXPECT_EQ(sends.at("description"), json::value("Sends money."));
  EXPECT_EQ(sends.at("schema"), json::value(some_tools().find("transfer")->spec.schema));
  EXPECT_EQ(sends.at("approval"), json::value("asks"));
  EXPECT_EQ(sends.at("effects"), json::value("once"));
  EXPECT_EQ(sends.at("risk"), json::value(3));
  EXPECT_EQ(sends.at("prompt"), json::value("Send it?"));
  EXPECT_EQ(sends.at("patience_seconds"), json::value(30));
  EXPECT_EQ(sends.at("running_time_seconds"), json::value(5));
  EXPECT_EQ(sends.at("does"), json::value("enter"));
  EXPECT_FALSE(sends.contains("rule"));
  EXPECT_FALSE(sends.contains("note"));

  const auto& weather = tools[1].as_object();
  EXPECT_EQ(weather.at("does"), json::value("run"));
  EXPECT_EQ(weather.at("rule"),
            (json::value{{"tool", "get_*"}, {"say", "allow"}, {"lower", false}}));
  EXPECT_FALSE(weather.contains("patience_seconds"));

  const auto& deletes = tools[2].as_object();
  EXPECT_EQ(deletes.at("does"), json::value("ask"));
  EXPECT_FALSE(deletes.contains("rule"));
  EXPECT_TRUE(deletes.contains("note"));
}

// Schemas of untyped tools are a stranger's: shown as far as they say something, whatever they are.
TEST(ListTools, StrangeSchemasAreShownAsFarAsTheyGo) {
  const auto takes = [](const char* properties) {
    Toolbox tools;
    tools.add({"odd", "", parse_json(properties).value().as_object(), {}},
              [](json::value, ToolContext&) -> Task<json::value> { co_return nullptr; });
    std::ostringstream out;
    print_tools(out, tools, {}, false);
    const auto text = out.str();
    return text.substr(std::min(text.find("    "), text.size()));
  };
  EXPECT_NE(takes(R"({"properties": {"a": {"type": "array", "items": {}}, "b": true,
                      "c": {"enum": [1, null, "x"]}, "d": {"type": ["integer", "string"]}},
                      "required": ["b"]})")
                .find("takes a?: array of anything, b: anything, c?: 1|x, d?: integer|string\n"),
            std::string::npos);
  EXPECT_EQ(takes(R"({"properties": 3, "required": {}})").find("takes"), std::string::npos);
  EXPECT_NE(takes(R"({"properties": {"a\u001b": {"type": 7, "enum": "x"}}, "required": 1})")
                .find("takes a ?: 7\n"),
            std::string::npos);
}

TEST(PolicyWarnings, ExactNamesThatDoNotExist) {
  const auto tools = some_tools();
  EXPECT_EQ(policy_warnings(rules({{"transfer", Rule::Says::deny, false},
                                   {"trasnfer", Rule::Says::deny, false},
                                   {"elsewhere", Rule::Says::ask, false},
                                   {"set_*", Rule::Says::ask, false}}),
                            tools),
            (std::vector<std::string>{"rule 2 (trasnfer, deny) names a tool that does not exist; "
                                      "did you mean \"transfer\"?",
                                      "rule 3 (elsewhere, ask) names a tool that does not exist",
                                      "rule 4 (set_*, ask) matches no tool"}));
}

TEST(PolicyWarnings, RulesThatMayNotLower) {
  const auto tools = some_tools();
  const auto warnings = policy_warnings(rules({{"*", Rule::Says::allow, false}}), tools);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0],
            "rule 1 (*, allow) says less than declared by transfer (asks), get_rid_of (gate) and "
            "does not rule there: to lower it, name the tool exactly and say lower = true");
  EXPECT_EQ(policy_warnings(rules({{"transfer", Rule::Says::allow, false}}), tools).size(), 1U);
}

TEST(PolicyWarnings, NoneWhereTheRuleIsNotReachedOrMayRule) {
  const auto tools = some_tools();
  EXPECT_TRUE(policy_warnings(rules({{"transfer", Rule::Says::allow, true},
                                     {"get_rid_of", Rule::Says::deny, false},
                                     {"*", Rule::Says::allow, false}}),
                              tools)
                  .empty());
  EXPECT_TRUE(policy_warnings({}, tools).empty());
}

}  // namespace
}  // namespace holdpoint

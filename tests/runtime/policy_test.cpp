#include "runtime/policy.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using Does = Ruling::Does;
using Says = Rule::Says;

ToolSpec tool(ToolTraits traits) { return {"pay_out", "", {}, std::move(traits)}; }

TEST(ToolTraits, WhatIsNotSaidIsDerivedAndAsksByDefault) {
  EXPECT_EQ(approval_of({}), Asks::gate);
  EXPECT_EQ(approval_of({.effects = Effects::read_only}), Asks::never);
  EXPECT_EQ(approval_of({.effects = Effects::read_only, .risk = 1}), Asks::gate);
  EXPECT_EQ(approval_of({.risk = 0}), Asks::gate);  // it has effects
  EXPECT_EQ(approval_of({.risk = 5}), Asks::always);
  EXPECT_EQ(approval_of({.approval = Asks::asks, .risk = 5}), Asks::asks);
}

TEST(Policy, WithoutARuleTheDeclarationHolds) {
  const Policy none;
  EXPECT_EQ(rule_on(none, tool({.approval = Asks::never})).does, Does::run);
  EXPECT_EQ(rule_on(none, tool({.approval = Asks::asks})).does, Does::enter);
  EXPECT_EQ(rule_on(none, tool({.approval = Asks::gate})).does, Does::ask);
  EXPECT_EQ(rule_on(none, tool({.approval = Asks::always})).does, Does::ask);
}

struct Case {
  Asks declared;
  Rule rule;
  Does does;
  bool ruled;
};

TEST(Policy, ARuleRulesButLowersOnlyByExactNameAndWithLower) {
  const Case cases[] = {
      {Asks::never, {"pay_out", Says::ask, false}, Does::ask, true},
      {Asks::never, {"*", Says::deny, false}, Does::refuse, true},
      {Asks::never, {"*", Says::allow, false}, Does::run, true},
      {Asks::asks, {"pay_*", Says::ask, false}, Does::ask, true},
      {Asks::asks, {"pay_out", Says::allow, false}, Does::enter, false},
      {Asks::asks, {"pay_*", Says::allow, true}, Does::enter, false},
      {Asks::asks, {"pay_out", Says::allow, true}, Does::run, true},
      {Asks::gate, {"*", Says::allow, true}, Does::ask, false},
      {Asks::gate, {"pay_out", Says::allow, true}, Does::run, true},
      {Asks::always, {"pay_out", Says::ask, false}, Does::ask, false},
      {Asks::always, {"pay_out", Says::allow, true}, Does::run, true},
      {Asks::gate, {"refund", Says::deny, false}, Does::ask, false},
  };
  for (const auto& c : cases) {
    const auto ruling = rule_on(Policy{{c.rule}, "v"}, tool({.approval = c.declared}));
    const auto what = std::string(to_string(c.declared)) + " under " + c.rule.pattern + " " +
                      std::string(to_string(c.rule.says));
    EXPECT_EQ(ruling.does, c.does) << what;
    EXPECT_EQ(ruling.rule.has_value(), c.ruled) << what;
  }
}

TEST(Policy, ARuleThatMayNotRuleIsSkippedAndSaysWhy) {
  const Policy policy{{{"*", Says::allow, false}, {"pay_*", Says::deny, false}}, "v"};
  const auto ruling = rule_on(policy, tool({}));
  EXPECT_EQ(ruling.does, Does::refuse);
  EXPECT_NE(ruling.note.find("lower = true"), std::string::npos);
}

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*b*c", "a--b--b-c"));
  EXPECT_TRUE(glob_matches("??", "ab"));
  EXPECT_FALSE(glob_matches("??", "abc"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches("read_*", "Read_file"));
  EXPECT_FALSE(glob_matches("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));  // and at once
}

}  // namespace
}  // namespace holdpoint

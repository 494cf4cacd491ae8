#include <algorithm>

#include "app/did_you_mean.hpp"
#include "app/list_tools.hpp"

namespace holdpoint {

namespace {

std::string called(const Rule& rule, std::size_t index) {
  return "rule " + std::to_string(index + 1) + " (" + rule.pattern + ", " +
         std::string(to_string(rule.says)) + ")";
}

std::string names_nothing(const Rule& rule, const Toolbox& tools) {
  if (rule.pattern.find_first_of("*?") != std::string::npos) return " matches no tool";
  std::vector<std::string_view> names;
  for (const auto& tool : tools.all()) names.push_back(tool->spec.name);
  return " names a tool that does not exist" + did_you_mean(rule.pattern, names);
}

// Whether this rule is reached for the tool, and then may not rule.
bool may_not_rule(const Policy& policy, std::size_t index, const ToolSpec& tool) {
  if (!glob_matches(policy.rules[index].pattern, tool.name)) return false;
  Policy before;
  before.rules.assign(policy.rules.begin(),
                      policy.rules.begin() + static_cast<std::ptrdiff_t>(index));
  if (rule_on(before, tool).rule) return false;
  before.rules.assign(1, policy.rules[index]);
  return !rule_on(before, tool).rule;
}

}  // namespace

std::vector<std::string> policy_warnings(const Policy& policy, const Toolbox& tools) {
  std::vector<std::string> warnings;
  for (std::size_t index = 0; index < policy.rules.size(); ++index) {
    const auto& rule = policy.rules[index];
    bool matches = false;
    std::string held;
    for (const auto& tool : tools.all()) {
      matches = matches || glob_matches(rule.pattern, tool->spec.name);
      if (!may_not_rule(policy, index, tool->spec)) continue;
      held += (held.empty() ? "" : ", ") + tool->spec.name + " (" +
              std::string(to_string(approval_of(tool->spec.traits))) + ")";
    }
    if (!matches) {
      warnings.push_back(called(rule, index) + names_nothing(rule, tools));
    } else if (!held.empty()) {
      warnings.push_back(called(rule, index) + " says less than declared by " + held +
                         " and does not rule there: to lower it, name the tool exactly and say "
                         "lower = true");
    }
  }
  return warnings;
}

}  // namespace holdpoint

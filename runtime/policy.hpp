#pragma once
// Who may run without asking: rules over tools, and the pure function that rules on a call. Rules
// come from the configuration; without a rule, what the tool declares holds. Values; any thread.

#include <optional>
#include <string>
#include <vector>

#include "runtime/tool.hpp"

namespace holdpoint {

struct Rule {
  enum class Says : std::uint8_t { allow, ask, always, deny };
  std::string pattern;  // a tool's name, or a glob with * and ?
  Says says = Says::ask;
  bool lower = false;  // needed, with the exact name, to rule less than the tool declares
};
std::string_view to_string(Rule::Says says);
std::optional<Rule::Says> says_from(std::string_view word);

struct Policy {
  std::vector<Rule> rules;  // the first that matches and may rule, rules
  std::string version;      // named by every permit that a rule gave
};

struct Ruling {
  enum class Does : std::uint8_t {
    run,     // at once
    enter,   // its body asks
    ask,     // at the gate, before its body
    refuse,  // it does not run
  };
  Does does = Does::ask;
  std::optional<Rule> rule;  // none: as the tool declares
  std::string note;          // a rule that matched but may not rule, and why
};
std::string_view to_string(Ruling::Does does);

Ruling rule_on(const Policy& policy, const ToolSpec& tool);

bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace holdpoint

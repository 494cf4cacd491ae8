#include "runtime/policy.hpp"

#include <array>
#include <utility>

namespace holdpoint {

namespace {

// How much a ruling holds a call back; a rule below what the tool declares needs `lower`.
int strictness(Asks declared) {
  switch (declared) {
    case Asks::never:
      return 0;
    case Asks::asks:
      return 1;
    case Asks::gate:
      return 1;
    case Asks::always:
      return 2;
  }
  return 2;
}

int strictness(Rule::Says says) {
  switch (says) {
    case Rule::Says::allow:
      return 0;
    case Rule::Says::ask:
      return 1;
    case Rule::Says::always:
      return 2;
    case Rule::Says::deny:
      return 3;
  }
  return 3;
}

Ruling::Does does_declared(Asks declared) {
  switch (declared) {
    case Asks::never:
      return Ruling::Does::run;
    case Asks::asks:
      return Ruling::Does::enter;
    case Asks::gate:
      return Ruling::Does::ask;
    case Asks::always:
      return Ruling::Does::ask;
  }
  return Ruling::Does::ask;
}

Ruling::Does does_ruled(Rule::Says says) {
  switch (says) {
    case Rule::Says::allow:
      return Ruling::Does::run;
    case Rule::Says::ask:
      return Ruling::Does::ask;
    case Rule::Says::always:
      return Ruling::Does::ask;
    case Rule::Says::deny:
      return Ruling::Does::refuse;
  }
  return Ruling::Does::refuse;
}

constexpr std::array says_words{
    std::pair{Rule::Says::allow, std::string_view("allow")},
    std::pair{Rule::Says::ask, std::string_view("ask")},
    std::pair{Rule::Says::always, std::string_view("always")},
    std::pair{Rule::Says::deny, std::string_view("deny")},
};

}  // namespace

Ruling rule_on(const Policy& policy, const ToolSpec& tool) {
  const Asks declared = approval_of(tool.traits);
  Ruling ruling{does_declared(declared), std::nullopt, {}};
  for (const auto& rule : policy.rules) {
    if (!glob_matches(rule.pattern, tool.name)) continue;
    if (strictness(rule.says) < strictness(declared) &&
        !(rule.lower && rule.pattern == tool.name)) {
      if (ruling.note.empty()) {
        ruling.note = std::string("rule \"") + rule.pattern + "\" says " +
                      std::string(to_string(rule.says)) + ", less than the tool declares (" +
                      std::string(to_string(declared)) +
                      "): to lower it, name the tool exactly and say lower = true";
      }
      continue;
    }
    ruling.does = does_ruled(rule.says);
    ruling.rule = rule;
    return ruling;
  }
  return ruling;
}

std::string_view to_string(Rule::Says says) {
  for (const auto& [value, word] : says_words) {
    if (value == says) return word;
  }
  return "?";
}

std::optional<Rule::Says> says_from(std::string_view word) {
  for (const auto& [value, known] : says_words) {
    if (known == word) return value;
  }
  return std::nullopt;
}

std::string_view to_string(Ruling::Does does) {
  switch (does) {
    case Ruling::Does::run:
      return "runs";
    case Ruling::Does::enter:
      return "asks in its body";
    case Ruling::Does::ask:
      return "asks first";
    case Ruling::Does::refuse:
      return "refused";
  }
  return "?";
}

// Greedy with one point to come back to: linear for the patterns people write, never exponential.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace holdpoint

#include "app/read_rules.hpp"

#include <algorithm>
#include <optional>

#include "app/did_you_mean.hpp"
#include "runtime/hash.hpp"
#include "runtime/json.hpp"

namespace holdpoint {

namespace {

const std::vector<std::string_view> rule_keys{"tool", "say", "lower"};
const std::vector<std::string_view> says_words{"allow", "ask", "always", "deny"};

bool is_exact(std::string_view pattern) {
  return pattern.find_first_of("*?") == std::string_view::npos;
}

// What can match a tool's name at all (see Toolbox::add), so that a slip is no silent rule.
bool is_pattern(std::string_view pattern) {
  constexpr std::size_t pattern_max = 64;
  return !pattern.empty() && pattern.size() <= pattern_max &&
         std::ranges::all_of(pattern, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '*' || c == '?';
         });
}

class RuleReader {
 public:
  RuleReader(const toml::table& table, TomlComplaints& complaints)
      : table_(table), complaints_(complaints) {}

  Rule read() {
    refuse_strangers();
    Rule rule;
    rule.pattern = pattern();
    rule.says = says();
    rule.lower = lower();
    if (rule.lower && !is_exact(rule.pattern)) {
      complaints_.add(place_of("lower"), "rule.lower",
                      "only a rule that names its tool exactly may lower, \"" + rule.pattern +
                          "\" is a pattern");
    }
    return rule;
  }

 private:
  void refuse_strangers() {
    for (const auto& [key, value] : table_) {
      if (std::ranges::count(rule_keys, key.str()) > 0) continue;
      complaints_.add(
          key.source(), "rule." + std::string(key.str()),
          "no such key; a rule has tool, say and lower" + did_you_mean(key.str(), rule_keys));
    }
  }

  std::string pattern() {
    const auto text = text_of("tool", "the name of a tool, * and ? allowed");
    if (text && !is_pattern(*text)) {
      complaints_.add(place_of("tool"), "rule.tool",
                      "no tool is called " + write_json(json::value(*text)) +
                          ": expected letters, digits, _ and -, or * and ? for some of them");
    }
    return text.value_or("");
  }

  Rule::Says says() {
    const auto word = text_of("say", "\"allow\", \"ask\", \"always\" or \"deny\"");
    if (!word) return Rule::Says::deny;
    const auto said = says_from(*word);
    if (!said) {
      complaints_.add(place_of("say"), "rule.say",
                      "expected \"allow\", \"ask\", \"always\" or \"deny\", found " +
                          write_json(json::value(*word)) + did_you_mean(*word, says_words));
    }
    return said.value_or(Rule::Says::deny);
  }

  bool lower() {
    const auto* node = table_.get("lower");
    if (!node) return false;
    if (!node->is_boolean()) {
      complaints_.add(node->source(), "rule.lower",
                      "expected true or false, found " + found_in_toml(*node));
    }
    return node->value_or(false);
  }

  std::optional<std::string> text_of(std::string_view key, const std::string& expected) {
    const auto* node = table_.get(key);
    if (node && node->is_string()) return node->as_string()->get();
    complaints_.add(node ? node->source() : table_.source(), "rule." + std::string(key),
                    node ? "expected " + expected + ", found " + found_in_toml(*node)
                         : "missing; expected " + expected);
    return std::nullopt;
  }

  const toml::source_region& place_of(std::string_view key) const {
    const auto* node = table_.get(key);
    return node ? node->source() : table_.source();
  }

  const toml::table& table_;
  TomlComplaints& complaints_;
};

}  // namespace

std::vector<Rule> read_rules(const toml::node& node, TomlComplaints& complaints) {
  std::vector<Rule> rules;
  const auto* list = node.as_array();
  if (!list) {
    complaints.add(node.source(), "rule",
                   "each rule is headed [[rule]], found " + found_in_toml(node));
    return rules;
  }
  if (list->size() > rules_max) {
    complaints.add(node.source(), "rule", "more than " + std::to_string(rules_max) + " rules");
    return rules;
  }
  for (const auto& element : *list) {
    if (const auto* table = element.as_table()) {
      rules.push_back(RuleReader(*table, complaints).read());
    } else {
      complaints.add(element.source(), "rule",
                     "each rule is headed [[rule]], found " + found_in_toml(element));
    }
  }
  return rules;
}

std::string version_of(const std::vector<Rule>& rules) {
  constexpr std::size_t digits = 12;
  json::array canonical;
  for (const auto& rule : rules) {
    canonical.push_back(json::object{
        {"tool", rule.pattern}, {"say", std::string(to_string(rule.says))}, {"lower", rule.lower}});
  }
  return canonical_hash(canonical).substr(0, digits);
}

}  // namespace holdpoint

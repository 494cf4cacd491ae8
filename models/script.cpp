#include "models/script.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace holdpoint {
namespace {

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

Found groups_of(const ScriptRule& rule, const RE2& pattern,
                const std::vector<re2::StringPiece>& groups) {
  Found found;
  for (const auto& [name, number] : pattern.NamedCapturingGroups()) {
    std::string text(groups[static_cast<std::size_t>(number)]);
    const auto word = rule.words.find(lower_case(text));
    found[name] = word == rule.words.end() ? std::move(text) : word->second;
  }
  return found;
}

// All places where the pattern matches; with `once`, the first.
std::vector<Found> find_all(const ScriptRule& rule, const RE2& pattern, std::string_view said,
                            bool once = false) {
  std::vector<Found> all;
  const re2::StringPiece text(said.data(), said.size());
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(pattern.NumberOfCapturingGroups()) +
                                       1);
  std::size_t from = 0;
  while (from <= text.size() && pattern.Match(text, from, text.size(), RE2::UNANCHORED,
                                              groups.data(), static_cast<int>(groups.size()))) {
    all.push_back(groups_of(rule, pattern, groups));
    if (once) break;
    const auto end = static_cast<std::size_t>(groups[0].data() - text.data()) + groups[0].size();
    from = std::max(end, from + 1);
  }
  return all;
}

Phrase::Lookup lookup(const Found& found) {
  return [&found](const std::string& name) {
    const auto value = found.find(name);
    return value == found.end() ? std::string() : value->second;
  };
}

// "1,000.50" and "30" as the numbers they are; what is none stays a text, for the schema to judge.
json::value number_of(std::string text) {
  std::string digits = text;
  std::erase(digits, ',');
  double number = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return json::string(text);
  return whole_number(json::value(number));
}

// Null: an empty hole, to be left out.
json::value fill_argument(const json::value& argument, const Phrase::Lookup& value_of) {
  if (const auto* text = argument.if_string()) {
    const auto phrase = Phrase::parse(*text);  // it parsed when the script was read
    const auto* hole = phrase->only_hole();
    if (!hole) return json::string(phrase->fill(value_of));
    auto value = Phrase::fill(*hole, value_of);
    if (value.empty()) return nullptr;
    return hole->number ? number_of(std::move(value)) : json::value(json::string(value));
  }
  if (const auto* object = argument.if_object()) {
    json::object filled;
    for (const auto& member : *object) {
      auto value = fill_argument(member.value(), value_of);
      if (!value.is_null()) filled.emplace(member.key(), std::move(value));
    }
    return filled;
  }
  if (const auto* array = argument.if_array()) {
    json::array filled;
    for (const auto& element : *array) filled.push_back(fill_argument(element, value_of));
    return filled;
  }
  return argument;
}

std::string_view outcome_name(const CallResult& result) {
  if (!result.failed) return "returned";
  return result.outcome ? to_string(*result.outcome) : "failed";
}

// "out" is the output, "out.a.b" a member of a member of it.
std::string output_text(const json::value& output, std::string_view path) {
  const json::value* value = &output;
  while (!path.empty()) {
    const auto dot = path.find('.');
    const auto* object = value->if_object();
    value = object ? object->if_contains(path.substr(0, dot)) : nullptr;
    if (!value || value->is_null()) return {};
    path.remove_prefix(dot == path.npos ? path.size() : dot + 1);
  }
  return value->is_string() ? std::string(value->get_string()) : write_json(*value);
}

}  // namespace

Plan plan_for(const Script& script, std::string_view said) {
  for (const auto& rule : script.rules) {
    auto matches = find_all(rule, *rule.match, said, true);
    if (matches.empty()) continue;
    const bool asks_each = !rule.each.empty();
    for (const auto& pattern : rule.each) {
      matches = find_all(rule, *pattern, said);
      if (!matches.empty()) break;
    }
    Plan plan;
    plan.rule = &rule;
    if (asks_each && matches.empty()) {
      plan.say = rule.otherwise.fill([](const std::string&) { return std::string(); });
      return plan;
    }
    plan.say = rule.say.fill(lookup(matches.front()));
    if (rule.tool.empty()) return plan;
    for (auto& found : matches) {
      auto arguments = fill_argument(rule.args, lookup(found));
      plan.calls.push_back({rule.tool, std::move(arguments), std::move(found)});
    }
    return plan;
  }
  return {nullptr, script.otherwise, {}};
}

std::string tell(const ScriptRule& rule, const Plan::Call& call, const CallResult& result) {
  const std::string outcome(outcome_name(result));
  const auto value_of = [&](const std::string& name) -> std::string {
    if (name == "tool") return call.tool;
    if (name == "out") return output_text(result.output, {});
    if (name.starts_with("out.")) return output_text(result.output, name.substr(4));
    return lookup(call.found)(name);
  };
  if (const auto phrase = rule.then.find(outcome); phrase != rule.then.end())
    return phrase->second.fill(value_of);
  if (!result.failed) return call.tool + " answered: " + value_of("out");
  return call.tool + " was not done: " + value_of("out.message");
}

}  // namespace holdpoint

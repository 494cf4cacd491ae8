#include "runtime/schema.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <re2/re2.h>

#include "runtime/schema_parts.hpp"

namespace holdpoint {
namespace {

constexpr std::size_t choices_named_max = 20;  // of an enum, in an error

bool is_whole(const json::value& value) {
  const auto* number = value.if_double();
  return value.is_number() && (!number || std::trunc(*number) == *number);
}

bool has_type(const json::value& value, std::string_view type) {
  if (type == "integer") return is_whole(value);
  return phrase_of(type) == kind_of(value);
}

std::string_view kind_beside(const json::value& value, std::string_view expected) {
  if (expected == "an integer" && value.is_number()) return "a number with a fraction";
  return kind_of(value);
}

// Exact where both are integers; elsewhere doubles are as exact as the text was.
std::partial_ordering compare(const json::value& left, const json::value& right) {
  const auto a = whole_number(left);
  const auto b = whole_number(right);
  if (a.is_double() || b.is_double()) return a.to_number<double>() <=> b.to_number<double>();
  if (a.is_int64() && b.is_int64()) return a.get_int64() <=> b.get_int64();
  if (a.is_uint64() && b.is_uint64()) return a.get_uint64() <=> b.get_uint64();
  return a.is_int64() ? std::partial_ordering::less : std::partial_ordering::greater;
}

// As JSON Schema means it: 200 is 200.0, and the order of members does not matter.
bool is_same(const json::value& a, const json::value& b) {
  if (a.is_string() && b.is_string()) return a.get_string() == b.get_string();
  return kind_of(a) == kind_of(b) &&
         write_json(a, JsonStyle::canonical) == write_json(b, JsonStyle::canonical);
}

std::optional<std::size_t> count_at(const json::object& schema, std::string_view keyword) {
  const auto* value = schema.if_contains(keyword);
  return value ? as_count(*value) : std::nullopt;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string name_members(const json::object* members) {
  std::string names;
  if (members) {
    for (const auto& member : *members) {
      if (!names.empty()) names += ", ";
      names += member.key();
    }
  }
  return names.empty() ? "none" : names;
}

Finding check_type(const json::object& schema, const json::value& value) {
  const auto* types = schema.if_contains("type");
  if (!types) return {};
  const auto list = types->is_array() ? types->get_array() : json::array{*types};
  std::string expected;
  for (const auto& type : list) {
    const auto phrase = type.is_string() ? phrase_of(type.get_string()) : std::string_view();
    if (phrase.empty() || has_type(value, type.get_string())) return {};
    expected.append(expected.empty() ? "" : " or ").append(phrase);
  }
  if (expected.empty()) return {};
  return mismatch(expected, kind_beside(value, expected));
}

Finding check_const(const json::object& schema, const json::value& value) {
  const auto* constant = schema.if_contains("const");
  if (!constant || is_same(*constant, value)) return {};
  const bool is_kin = kind_of(*constant) == kind_of(value);
  return mismatch(write_json(*constant), is_kin ? "another one" : kind_of(value));
}

Finding check_enum(const json::object& schema, const json::value& value) {
  const auto* choices = array_at(schema, "enum");
  if (!choices) return {};
  std::string expected = "one of";
  std::string_view found = kind_of(value);
  std::size_t named = 0;
  for (const auto& choice : *choices) {
    if (is_same(choice, value)) return {};
    if (kind_of(choice) == kind_of(value)) found = "another one";
    if (named == choices_named_max) continue;
    expected += named++ == 0 ? " " : ", ";
    append_json(expected, choice);
  }
  if (named < choices->size()) expected += " and more";
  return mismatch(expected, found);
}

Finding check_number(const json::object& schema, const json::value& value) {
  const auto check_limit = [&](std::string_view keyword, auto allowed, std::string_view expected,
                               std::string_view found) -> Finding {
    const auto* limit = schema.if_contains(keyword);
    if (!limit || !limit->is_number() || allowed(compare(value, *limit))) return {};
    return mismatch(std::string(expected) + " " + write_json(*limit), found);
  };
  auto found = check_limit("minimum", std::is_gteq, "at least", "a smaller number");
  if (!found) found = check_limit("maximum", std::is_lteq, "at most", "a larger number");
  if (!found)
    found = check_limit("exclusiveMinimum", std::is_gt, "more than", "a number that is not");
  if (!found)
    found = check_limit("exclusiveMaximum", std::is_lt, "less than", "a number that is not");
  return found;
}

Finding check_size(std::optional<std::size_t> min, std::optional<std::size_t> max, std::size_t size,
                   std::string_view unit) {
  const auto counted = [&](std::size_t count) {
    return std::to_string(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
  };
  if (min && size < *min) return mismatch("at least " + counted(*min), counted(size));
  if (max && size > *max) return mismatch("at most " + counted(*max), counted(size));
  return {};
}

// The keywords that apply other schemas, and the budget these share.
class Checker {
 public:
  explicit Checker(const json::object& root) : root_(root) {}

  Finding check(const json::object& schema, const json::value& value);
  bool is_spent() const { return steps_left_ == 0; }

 private:
  Finding check_any(const json::value& schema, const json::value& value);  // also true and false
  Finding check_string(const json::object& schema, std::string_view text);
  Finding check_array(const json::object& schema, const json::array& array);
  Finding check_object(const json::object& schema, const json::object& object);
  Finding check_member(const json::object& schema, std::string_view key, const json::value& value);
  Finding check_alternatives(const json::object& schema, const json::value& value);
  Finding check_ref(const json::object& schema, const json::value& value);
  bool matches(std::string_view text, std::string_view pattern);

  const json::object& root_;
  std::map<std::string_view, RE2> patterns_;  // keyed by texts of the schema
  std::size_t steps_left_ = schema_steps_max;
  std::size_t depth_ = 0;
};

Finding Checker::check(const json::object& schema, const json::value& value) {
  if (depth_ == schema_depth_max) steps_left_ = 0;
  if (is_spent()) return Error({}, "the schema takes too long to check");
  --steps_left_;
  ++depth_;
  auto found = check_type(schema, value);
  if (!found) found = check_const(schema, value);
  if (!found) found = check_enum(schema, value);
  if (!found && value.is_number()) found = check_number(schema, value);
  if (!found && value.is_string()) found = check_string(schema, value.get_string());
  if (!found && value.is_array()) found = check_array(schema, value.get_array());
  if (!found && value.is_object()) found = check_object(schema, value.get_object());
  if (!found) found = check_alternatives(schema, value);
  if (!found) found = check_ref(schema, value);
  --depth_;
  return found;
}

Finding Checker::check_any(const json::value& schema, const json::value& value) {
  if (schema == json::value(false)) return Error({}, "nothing is allowed here");
  const auto* object = schema.if_object();
  return object ? check(*object, value) : Finding();
}

Finding Checker::check_string(const json::object& schema, std::string_view text) {
  if (auto found = check_size(count_at(schema, "minLength"), count_at(schema, "maxLength"),
                              count_characters(text), "character"))
    return found;
  const auto* pattern = string_at(schema, "pattern");
  if (!pattern || matches(text, *pattern)) return {};
  return mismatch("a string that matches " + std::string(*pattern), "one that does not");
}

// A pattern RE2 cannot read matches all.
bool Checker::matches(std::string_view text, std::string_view pattern) {
  const auto& compiled = patterns_.try_emplace(pattern, pattern, pattern_options()).first->second;
  return !compiled.ok() || RE2::PartialMatch(text, compiled);
}

Finding Checker::check_array(const json::object& schema, const json::array& array) {
  if (auto found = check_size(count_at(schema, "minItems"), count_at(schema, "maxItems"),
                              array.size(), "item"))
    return found;
  const auto* rest = schema.if_contains("items");
  const auto* first = array_at(schema, "prefixItems");
  if (!first) first = array_at(schema, "items");  // as older drafts wrote it
  for (std::size_t i = 0; i < array.size(); ++i) {
    const auto* item = first && i < first->size() ? &(*first)[i] : rest;
    if (!item) break;
    if (auto found = check_any(*item, array[i]))
      return error_under(std::to_string(i), std::move(*found));
  }
  return {};
}

Finding Checker::check_object(const json::object& schema, const json::object& object) {
  if (const auto* required = array_at(schema, "required")) {
    for (const auto& key : *required) {
      if (key.is_string() && !object.contains(key.get_string()))
        return Error(pointer_append({}, key.get_string()), "required, but missing");
    }
  }
  for (const auto& member : object) {
    if (auto found = check_member(schema, member.key(), member.value()))
      return error_under(member.key(), std::move(*found));
  }
  return {};
}

Finding Checker::check_member(const json::object& schema, std::string_view key,
                              const json::value& value) {
  bool is_known = false;
  const auto* properties = object_at(schema, "properties");
  if (const auto* property = properties ? properties->if_contains(key) : nullptr) {
    is_known = true;
    if (auto found = check_any(*property, value)) return found;
  }
  if (const auto* by_pattern = object_at(schema, "patternProperties")) {
    for (const auto& property : *by_pattern) {
      if (!matches(key, property.key())) continue;
      is_known = true;
      if (auto found = check_any(property.value(), value)) return found;
    }
  }
  const auto* additional = schema.if_contains("additionalProperties");
  if (is_known || !additional) return {};
  if (*additional == json::value(false))
    return Error({}, "no such member; there are: " + name_members(properties));
  return check_any(*additional, value);
}

Finding Checker::check_alternatives(const json::object& schema, const json::value& value) {
  if (const auto* all = array_at(schema, "allOf")) {
    for (const auto& part : *all) {
      if (auto found = check_any(part, value)) return found;
    }
  }
  for (const std::string_view keyword : {"anyOf", "oneOf"}) {
    const auto* alternatives = array_at(schema, keyword);
    if (!alternatives || alternatives->empty()) continue;
    std::size_t fitting = 0;
    Error closest;  // the one that got deepest into the value
    for (const auto& alternative : *alternatives) {
      auto found = check_any(alternative, value);
      if (!found)
        ++fitting;
      else if (closest.what.empty() || found->where.size() > closest.where.size())
        closest = std::move(*found);
      if (fitting == 1 && keyword == "anyOf") break;
    }
    const auto count = std::to_string(alternatives->size());
    if (fitting == 0)
      return Error({}, "fits none of " + count + " alternatives; closest: " + to_string(closest));
    if (fitting > 1)
      return mismatch("exactly one of " + count + " alternatives to fit", std::to_string(fitting));
  }
  return {};
}

Finding Checker::check_ref(const json::object& schema, const json::value& value) {
  const auto* ref = string_at(schema, "$ref");
  if (!ref) return {};
  if (*ref == "#") return check(root_, value);
  const auto* target = resolve(root_, *ref);
  if (!target) return Error({}, "the schema refers to " + std::string(*ref) + ", not found in it");
  return check_any(*target, value);
}

}  // namespace

std::optional<Error> check_schema(const json::object& schema, const json::value& value) {
  Checker checker(schema);
  auto found = checker.check(schema, value);
  // An alternative that was given up must not make another one the only one to fit.
  if (checker.is_spent()) return Error({}, "the schema takes too long to check");
  return found;
}

}  // namespace holdpoint

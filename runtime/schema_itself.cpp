#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/schema.hpp"
#include "runtime/schema_parts.hpp"

namespace holdpoint {
namespace {

bool is_type(const json::value& value) {
  return value.is_string() && !phrase_of(value.get_string()).empty();
}

bool is_type_or_list(const json::value& value) {
  const auto* list = value.if_array();
  return list ? std::all_of(list->begin(), list->end(), is_type) : is_type(value);
}

bool is_list_of_strings(const json::value& value) {
  const auto* list = value.if_array();
  return list && std::all_of(list->begin(), list->end(), [](auto& v) { return v.is_string(); });
}

bool is_filled_list(const json::value& value) {
  return value.is_array() && !value.get_array().empty();
}

bool is_pattern(std::string_view text) { return RE2(text, pattern_options()).ok(); }

bool is_resolved(const json::object& root, std::string_view ref) {
  return ref == "#" || resolve(root, ref);
}

struct Shape {
  std::string_view expected;
  bool (*fits)(const json::value&);
};

constexpr Shape a_number{"a number", [](const json::value& v) { return v.is_number(); }};
constexpr Shape a_count{"a whole number from 0", [](auto& v) { return as_count(v).has_value(); }};
constexpr Shape a_text{"a string", [](const json::value& v) { return v.is_string(); }};
constexpr Shape a_list{"an array", [](const json::value& v) { return v.is_array(); }};
constexpr Shape a_map{"an object", [](const json::value& v) { return v.is_object(); }};
constexpr Shape schemas{"an array of schemas", is_filled_list};
constexpr Shape types{"a type's name, or an array of them", is_type_or_list};
constexpr Shape strings{"an array of strings", is_list_of_strings};

constexpr std::pair<std::string_view, Shape> shapes[] = {
    {"type", types},
    {"enum", a_list},
    {"$ref", a_text},
    {"allOf", schemas},
    {"anyOf", schemas},
    {"oneOf", schemas},
    {"minimum", a_number},
    {"maximum", a_number},
    {"exclusiveMinimum", a_number},
    {"exclusiveMaximum", a_number},
    {"minLength", a_count},
    {"maxLength", a_count},
    {"pattern", a_text},
    {"prefixItems", schemas},
    {"minItems", a_count},
    {"maxItems", a_count},
    {"properties", a_map},
    {"patternProperties", a_map},
    {"required", strings},
    {"$defs", a_map},
    {"definitions", a_map},
};

class SelfChecker {
 public:
  explicit SelfChecker(const json::object& root) : root_(root) {}

  Finding check(const json::object& schema, std::size_t depth) const {
    for (const auto& [keyword, shape] : shapes) {
      const auto* value = schema.if_contains(keyword);
      if (value && !shape.fits(*value))
        return error_under(keyword, mismatch(shape.expected, kind_of(*value)));
    }
    auto found = check_texts(schema);
    for (const std::string_view keyword :
         {"properties", "patternProperties", "$defs", "definitions"}) {
      const auto* members = found ? nullptr : object_at(schema, keyword);
      if (members) found = check_members(*members, keyword, depth);
    }
    for (const std::string_view keyword :
         {"items", "additionalProperties", "prefixItems", "allOf", "anyOf", "oneOf"}) {
      const auto* value = found ? nullptr : schema.if_contains(keyword);
      if (!value) continue;
      found = value->is_array() ? check_list(value->get_array(), depth) : check_any(*value, depth);
      if (found) found = error_under(keyword, std::move(*found));
    }
    return found;
  }

 private:
  Finding check_any(const json::value& schema, std::size_t depth) const {
    if (schema.is_bool()) return {};
    if (!schema.is_object()) return mismatch("a schema", kind_of(schema));
    if (depth == schema_depth_max) return Error({}, "nested too deep");
    return check(schema.get_object(), depth + 1);
  }

  Finding check_list(const json::array& list, std::size_t depth) const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (auto found = check_any(list[i], depth))
        return error_under(std::to_string(i), std::move(*found));
    }
    return {};
  }

  Finding check_members(const json::object& members, std::string_view keyword,
                        std::size_t depth) const {
    for (const auto& member : members) {
      auto found = check_any(member.value(), depth);
      if (!found && keyword == "patternProperties" && !is_pattern(member.key()))
        found = Error({}, "not a pattern RE2 can read");
      if (found) return error_under(keyword, error_under(member.key(), std::move(*found)));
    }
    return {};
  }

  Finding check_texts(const json::object& schema) const {
    if (const auto* pattern = string_at(schema, "pattern"); pattern && !is_pattern(*pattern))
      return Error("/pattern", "not a pattern RE2 can read");
    if (const auto* ref = string_at(schema, "$ref"); ref && !is_resolved(root_, *ref))
      return Error("/$ref", "leads to nothing within this schema");
    return {};
  }

  const json::object& root_;
};

}  // namespace

std::optional<Error> check_schema_itself(const json::object& schema) {
  return SelfChecker(schema).check(schema, 0);
}

}  // namespace holdpoint

#pragma once
// Structs and enums that say BOOST_DESCRIBE_STRUCT / BOOST_DESCRIBE_ENUM, to JSON and back, and
// the JSON Schema of what is read. A tool's signature becomes its schema by this header.
//
//   bool                      boolean          std::vector<T>              array
//   integers (range-checked)  integer          std::map<std::string, T>    object
//   float, double             number           described struct            object
//   std::string               string           described enum              string: the enumerator
//   std::optional<T>          T or null        json::value, object, array  anything of that kind
//
// Free functions of values; any thread. A type must not contain itself.

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include "runtime/json.hpp"

namespace holdpoint {

/// Members that are std::nullopt are left out.
template <class T>
json::value to_json(const T& value);

/// Reads what schema_of<T>() describes. A member may be missing if it is an optional, or if T{}
/// gives it another value than its type's own default; a null is an empty optional. A member
/// that T does not have is an error: a typing mistake must not become a default.
/// Errors: where is a JSON pointer; what tells kinds and names, never values.
template <class T>
Result<T> from_json(const json::value& value);

template <class T>
json::object schema_of();

/// What a member means, told to the model as its "description". A struct may say:
///   static constexpr Doc docs[] = {{"amount", "In euros."}, {"recipient", "An IBAN."}};
struct Doc {
  std::string_view member;
  std::string_view text;
};

template <class T>
concept DescribedStruct = boost::describe::has_describe_members<T>::value && std::is_class_v<T>;
template <class T>
concept DescribedEnum = boost::describe::has_describe_enumerators<T>::value;
using NoIntegers = boost::mp11::mp_list<bool, char, wchar_t, char8_t, char16_t, char32_t>;
template <class T>
concept JsonInteger = std::integral<T> && !boost::mp11::mp_contains<NoIntegers, T>::value;

// ---- what a type is made of ----

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_string_map = false;
template <class T, class Less>
inline constexpr bool is_string_map<std::map<std::string, T, Less>> = true;
template <class T>
inline constexpr bool is_json =
    std::same_as<T, json::value> || std::same_as<T, json::object> || std::same_as<T, json::array>;
template <class T>
inline constexpr bool is_supported = false;  // for a static_assert that depends on T

template <DescribedStruct T, class F>
constexpr void for_each_member(F visit) {
  constexpr auto which = boost::describe::mod_public | boost::describe::mod_inherited;
  boost::mp11::mp_for_each<boost::describe::describe_members<T, which>>(
      [&](auto member) { visit(member.name, member.pointer); });
}

template <DescribedEnum T, class F>
constexpr void for_each_enumerator(F visit) {
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
      [&](auto enumerator) { visit(std::string_view(enumerator.name), enumerator.value); });
}

// Boost.Describe cannot see default initialisers; comparing with a default value can, but for
// those that are zero-like.
template <DescribedStruct T, class Owner, class Member>  // Owner: T or one of its bases
bool is_required(Member Owner::*member) {
  if constexpr (is_optional<Member>) return false;
  return to_json(T{}.*member) == to_json(Member{});
}

template <DescribedStruct T>
constexpr bool docs_name_members() {
  bool all = true;
  if constexpr (requires { T::docs; }) {
    for (const Doc& doc : T::docs) {
      bool found = false;
      for_each_member<T>([&](const char* name, auto) { found = found || doc.member == name; });
      all = all && found;
    }
  }
  return all;
}

// ---- to_json ----

template <DescribedStruct T>
json::value struct_to_json(const T& value) {
  json::object object;
  for_each_member<T>([&](const char* name, auto pointer) {
    const auto& member = value.*pointer;
    if constexpr (is_optional<std::remove_cvref_t<decltype(member)>>) {
      if (!member) return;
    }
    object.emplace(name, to_json(member));
  });
  return object;
}

template <class T>
json::value to_json(const T& value) {
  if constexpr (is_json<T> || std::same_as<T, bool> || std::same_as<T, std::string>) {
    return json::value(value);
  } else if constexpr (JsonInteger<T> && std::signed_integral<T>) {
    return std::int64_t{value};
  } else if constexpr (JsonInteger<T>) {
    return std::uint64_t{value};
  } else if constexpr (std::floating_point<T>) {
    return static_cast<double>(value);
  } else if constexpr (is_optional<T>) {
    return value ? to_json(*value) : json::value(nullptr);
  } else if constexpr (is_vector<T>) {
    json::array array;
    array.reserve(value.size());
    for (const auto& element : value) {
      array.push_back(to_json<typename T::value_type>(element));
    }
    return array;
  } else if constexpr (is_string_map<T>) {
    json::object object;
    for (const auto& [key, element] : value) object.emplace(key, to_json(element));
    return object;
  } else if constexpr (DescribedEnum<T>) {
    const char* name = boost::describe::enum_to_string(value, nullptr);
    return name ? json::value(name) : to_json(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (DescribedStruct<T>) {
    return struct_to_json(value);
  } else {
    static_assert(is_supported<T>, "this type has no JSON form: see the list in describe.hpp");
  }
}

// ---- from_json ----

template <class T>
std::optional<Error> read_json(const json::value& value, T& out);

template <JsonInteger T>
std::optional<Error> read_integer(const json::value& value, T& out) {
  if (!value.is_number()) return mismatch("an integer", kind_of(value));
  const auto number = whole_number(value);
  const auto assign = [&](auto integer) {
    if (!std::in_range<T>(integer)) return false;
    out = static_cast<T>(integer);
    return true;
  };
  if (const auto* integer = number.if_int64(); integer && assign(*integer)) return {};
  if (const auto* natural = number.if_uint64(); natural && assign(*natural)) return {};
  if (const auto* broken = number.if_double(); broken && std::trunc(*broken) != *broken)
    return mismatch("an integer", "a number with a fraction");
  return mismatch("an integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                      std::to_string(std::numeric_limits<T>::max()),
                  "one out of range");
}

// An integer that a double cannot hold is refused: the tool must not run with another number
// than the one a human saw.
template <std::floating_point T>
std::optional<Error> read_floating(const json::value& value, T& out) {
  if (!value.is_number()) return mismatch("a number", kind_of(value));
  constexpr auto exact_max = std::int64_t{1} << std::numeric_limits<double>::digits;
  const auto* integer = value.if_int64();
  if (value.is_uint64() || (integer && (*integer > exact_max || *integer < -exact_max)))
    return mismatch("a number", "an integer too large to be exact");
  const double number = integer ? static_cast<double>(*integer) : value.get_double();
  if (std::fabs(number) > static_cast<double>(std::numeric_limits<T>::max()))
    return mismatch("a number", "one out of range");
  out = static_cast<T>(number);
  return {};
}

template <DescribedEnum T>
std::optional<Error> read_enum(const json::value& value, T& out) {
  const auto* text = value.if_string();
  bool found = false;
  std::string names;
  for_each_enumerator<T>([&](std::string_view name, T enumerator) {
    if (!names.empty()) names += ", ";
    append_json_string(names, name);
    if (!text || name != std::string_view(*text)) return;
    out = enumerator;
    found = true;
  });
  if (found) return {};
  return mismatch("one of " + names, text ? "another one" : kind_of(value));
}

template <class T>
std::optional<Error> read_vector(const json::value& value, std::vector<T>& out) {
  const auto* array = value.if_array();
  if (!array) return mismatch("an array", kind_of(value));
  out.clear();
  out.reserve(array->size());
  for (const auto& element : *array) {
    T item{};
    if (auto error = read_json(element, item))
      return error_under(std::to_string(out.size()), std::move(*error));
    out.push_back(std::move(item));
  }
  return {};
}

template <class Map>
std::optional<Error> read_map(const json::value& value, Map& out) {
  const auto* object = value.if_object();
  if (!object) return mismatch("an object", kind_of(value));
  out.clear();
  for (const auto& member : *object) {
    if (auto error = read_json(member.value(), out[std::string(member.key())]))
      return error_under(member.key(), std::move(*error));
  }
  return {};
}

template <DescribedStruct T>
std::optional<Error> find_stranger(const json::object& object) {
  for (const auto& member : object) {
    bool known = false;
    std::string names;
    for_each_member<T>([&](std::string_view name, auto) {
      known = known || member.key() == name;
      names += (names.empty() ? "" : ", ") + std::string(name);
    });
    if (!known)
      return Error(pointer_append({}, member.key()), "no such member; there are: " + names);
  }
  return {};
}

template <DescribedStruct T>
std::optional<Error> read_struct(const json::value& value, T& out) {
  const auto* object = value.if_object();
  if (!object) return mismatch("an object", kind_of(value));
  auto error = find_stranger<T>(*object);
  for_each_member<T>([&](const char* name, auto pointer) {
    if (error) return;
    if (const auto* member = object->if_contains(name)) {
      error = read_json(*member, out.*pointer);
      if (error) error = error_under(name, std::move(*error));
    } else if (is_required<T>(pointer)) {
      error = Error(pointer_append({}, name), "required, but missing");
    }
  });
  return error;
}

template <class T>
std::optional<Error> read_json(const json::value& value, T& out) {
  if constexpr (std::same_as<T, json::value>) {
    out = value;
  } else if constexpr (std::same_as<T, json::object>) {
    if (!value.is_object()) return mismatch("an object", kind_of(value));
    out = value.get_object();
  } else if constexpr (std::same_as<T, json::array>) {
    if (!value.is_array()) return mismatch("an array", kind_of(value));
    out = value.get_array();
  } else if constexpr (std::same_as<T, bool>) {
    if (!value.is_bool()) return mismatch("a boolean", kind_of(value));
    out = value.get_bool();
  } else if constexpr (std::same_as<T, std::string>) {
    if (!value.is_string()) return mismatch("a string", kind_of(value));
    out = std::string_view(value.get_string());
  } else if constexpr (JsonInteger<T>) {
    return read_integer(value, out);
  } else if constexpr (std::floating_point<T>) {
    return read_floating(value, out);
  } else if constexpr (is_optional<T>) {
    if (!value.is_null()) return read_json(value, out.emplace());
    out.reset();
  } else if constexpr (is_vector<T>) {
    return read_vector(value, out);
  } else if constexpr (is_string_map<T>) {
    return read_map(value, out);
  } else if constexpr (DescribedEnum<T>) {
    return read_enum(value, out);
  } else if constexpr (DescribedStruct<T>) {
    return read_struct(value, out);
  } else {
    static_assert(is_supported<T>, "this type has no JSON form: see the list in describe.hpp");
  }
  return {};
}

template <class T>
Result<T> from_json(const json::value& value) {
  T out{};
  if (auto error = read_json(value, out)) return std::move(*error);
  return out;
}

// ---- schema_of ----

// {"type": "string"} becomes {"type": ["string", "null"]}: what from_json reads, the schema allows.
inline json::object nullable(json::object schema) {
  if (auto* type = schema.if_contains("type"); type && type->is_string())
    *type = json::array{*type, "null"};
  if (auto* names = schema.if_contains("enum")) names->as_array().push_back(nullptr);
  return schema;
}

template <DescribedStruct T>
json::object struct_schema() {
  static_assert(docs_name_members<T>(), "docs must name described members of the struct");
  json::object properties;
  json::array required;
  for_each_member<T>([&]<class Owner, class Member>(const char* name, Member Owner::*member) {
    auto schema = schema_of<Member>();
    if constexpr (requires { T::docs; }) {
      for (const Doc& doc : T::docs) {
        if (doc.member == name) schema["description"] = doc.text;
      }
    }
    properties.emplace(name, std::move(schema));
    if (is_required<T>(member)) required.emplace_back(name);
  });
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

template <class T>
json::object schema_of() {
  if constexpr (std::same_as<T, json::value>) {
    return {};
  } else if constexpr (std::same_as<T, json::object>) {
    return {{"type", "object"}};
  } else if constexpr (std::same_as<T, json::array>) {
    return {{"type", "array"}};
  } else if constexpr (std::same_as<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::same_as<T, std::string>) {
    return {{"type", "string"}};
  } else if constexpr (JsonInteger<T> && std::unsigned_integral<T>) {
    return {{"type", "integer"}, {"minimum", 0}};
  } else if constexpr (JsonInteger<T>) {
    return {{"type", "integer"}};
  } else if constexpr (std::floating_point<T>) {
    return {{"type", "number"}};
  } else if constexpr (is_optional<T>) {
    return nullable(schema_of<typename T::value_type>());
  } else if constexpr (is_vector<T>) {
    return {{"type", "array"}, {"items", schema_of<typename T::value_type>()}};
  } else if constexpr (is_string_map<T>) {
    return {{"type", "object"}, {"additionalProperties", schema_of<typename T::mapped_type>()}};
  } else if constexpr (DescribedEnum<T>) {
    json::array names;
    for_each_enumerator<T>([&](std::string_view name, T) { names.emplace_back(name); });
    return {{"type", "string"}, {"enum", std::move(names)}};
  } else if constexpr (DescribedStruct<T>) {
    return struct_schema<T>();
  } else {
    static_assert(is_supported<T>, "this type has no JSON form: see the list in describe.hpp");
  }
}

}  // namespace holdpoint

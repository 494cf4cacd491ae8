#pragma once
// What the two readers of JSON Schemas share: one checks values by a schema (schema.cpp), the
// other the schema itself (schema_itself.cpp). For nobody else. Free functions; any thread.

#include <cstddef>
#include <optional>
#include <string_view>

#include <re2/re2.h>

#include "runtime/json.hpp"

namespace holdpoint {

using Finding = std::optional<Error>;  // none: nothing wrong

/// The phrase for a type's name, such as "a string"; empty: there is no such type.
std::string_view phrase_of(std::string_view type);

/// The keyword's value if it is there and has this shape, else null.
const json::object* object_at(const json::object& schema, std::string_view keyword);
const json::array* array_at(const json::object& schema, std::string_view keyword);
const json::string* string_at(const json::object& schema, std::string_view keyword);

/// A whole number from 0.
std::optional<std::size_t> as_count(const json::value& value);

/// What "#/$defs/name" and the like point to; null: nothing, or something outside. Not for "#",
/// which is the root itself.
const json::value* resolve(const json::object& root, std::string_view ref);

/// Bounded in memory, and silent: patterns come from strangers.
RE2::Options pattern_options();

}  // namespace holdpoint

#pragma once
// Does a value fit a JSON Schema? Asked of every call's arguments before a human is asked about
// them, and of every schema that comes from outside. Free functions of values; any thread.
//
//   checked        type enum const $ref allOf anyOf oneOf
//   for numbers    minimum maximum exclusiveMinimum exclusiveMaximum
//   for strings    minLength maxLength (characters) pattern (RE2)
//   for arrays     items prefixItems minItems maxItems
//   for objects    properties patternProperties additionalProperties required
//
// Other keywords, and checked ones of a wrong shape, say nothing about a value, as if they were
// not there; check_schema_itself() finds the latter. But a $ref that leads nowhere fits nothing.

#include <cstddef>
#include <optional>

#include "runtime/json.hpp"

namespace holdpoint {

inline constexpr std::size_t schema_depth_max = 256;      // schemas around a schema, $refs followed
inline constexpr std::size_t schema_steps_max = 200'000;  // schemas applied for one value

/// The first mismatch; none: the value fits. where is the pointer into the value, what says what
/// was expected and found, in kinds and sizes: never a value, which may be nobody's business.
/// A schema that recurses beyond the limits above fits nothing.
std::optional<Error> check_schema(const json::object& schema, const json::value& value);

/// The first keyword that could not be checked: of a wrong shape, a pattern RE2 cannot read, a
/// $ref that leads nowhere or out of the schema. where is the pointer into the schema.
std::optional<Error> check_schema_itself(const json::object& schema);

}  // namespace holdpoint

#pragma once
// JSON text to values and back. simdjson reads, Boost.JSON holds, one writer of our own writes:
// the same spelling goes to the wire, to the logs and into the hash that binds a decision.
// Free functions of values; any thread.

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include "runtime/result.hpp"

namespace holdpoint {

namespace json = boost::json;

inline constexpr std::size_t json_depth_max = 64;  // arrays and objects around a value
inline constexpr std::size_t json_text_max = std::size_t{64} << 20;  // bytes; doors allow far less

/// Reads exactly one JSON value (RFC 8259) in valid UTF-8.
/// Stricter than JSON.parse where being lenient would let a human read one thing and a tool
/// another: a key twice in an object is an error, and so is an integer that would lose digits.
/// Integers stay integers (64 bits, signed or not); wider ones are read as a double if the
/// double is spelled by the same digits, which holds for all that JSON.stringify writes.
/// Errors: where is "line 1, column 9" (counted in bytes) for text that is not JSON, and a JSON
/// pointer for a duplicate key or a value too deep.
Result<json::value> parse_json(std::string_view text);

enum class JsonStyle {
  compact,    // {"a":[1,2]}
  spaced,     // {"a": [1, 2]}
  canonical,  // compact, keys sorted: RFC 8785, but integers beyond 2^53 keep all their digits
};

/// Numbers are laid out as ECMAScript does in every style (200, 1e+21, 0.000001); infinities and
/// NaN, which no text can hold, become null. Bytes that are not UTF-8 become U+FFFD, so that
/// what is written can always be read again.
void append_json(std::string& out, const json::value& value, JsonStyle style = JsonStyle::compact);
void append_json_string(std::string& out, std::string_view text);  // with its quotes
std::string write_json(const json::value& value, JsonStyle style = JsonStyle::compact);

/// The pointer (RFC 6901) to a member of what `pointer` points to.
std::string pointer_append(std::string_view pointer, std::string_view key);
/// The same error, seen from outside: where it happened lies under `key`. Readers of nested
/// values build their pointers with it on the way out, so that success costs nothing.
Error error_under(std::string_view key, Error error);

/// "expected a number, found a string".
Error mismatch(std::string_view expected, std::string_view found);

/// "a string", "an object", "null"…: what an error says was found. Never the value itself:
/// errors are logged, arguments are not.
std::string_view kind_of(const json::value& value);

/// A number that is whole (200.0 too) as an int64, or else as an uint64, where 64 bits hold it.
/// Any other value is returned as it is.
json::value whole_number(const json::value& value);

/// A text member, or the fallback where it is missing or something else. The view lives as long
/// as the object, or as the fallback.
std::string_view string_or(const json::object& object, std::string_view key,
                           std::string_view fallback = {});

}  // namespace holdpoint

#include "runtime/schema_parts.hpp"

#include <algorithm>

namespace holdpoint {

std::string_view phrase_of(std::string_view type) {
  if (type == "null") return "null";
  if (type == "boolean") return "a boolean";
  if (type == "integer") return "an integer";
  if (type == "number") return "a number";
  if (type == "string") return "a string";
  if (type == "array") return "an array";
  if (type == "object") return "an object";
  return {};
}

const json::object* object_at(const json::object& schema, std::string_view keyword) {
  const auto* value = schema.if_contains(keyword);
  return value ? value->if_object() : nullptr;
}

const json::array* array_at(const json::object& schema, std::string_view keyword) {
  const auto* value = schema.if_contains(keyword);
  return value ? value->if_array() : nullptr;
}

const json::string* string_at(const json::object& schema, std::string_view keyword) {
  const auto* value = schema.if_contains(keyword);
  return value ? value->if_string() : nullptr;
}

std::optional<std::size_t> as_count(const json::value& value) {
  const auto number = whole_number(value);
  if (number.is_uint64()) return number.get_uint64();
  if (!number.is_int64() || number.get_int64() < 0) return {};
  return static_cast<std::size_t>(number.get_int64());
}

const json::value* resolve(const json::object& root, std::string_view ref) {
  if (!ref.starts_with("#/")) return nullptr;
  ref.remove_prefix(2);
  const auto end = std::min(ref.find('/'), ref.size());
  const auto* value = root.if_contains(ref.substr(0, end));
  boost::system::error_code error;
  return value ? value->find_pointer(ref.substr(end), error) : nullptr;
}

RE2::Options pattern_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(1 << 20);
  return options;
}

}  // namespace holdpoint

#include "transport/wire/fields.hpp"

namespace holdpoint {

namespace {

Error wrong(std::string_view key, std::string_view expected, const json::value* found) {
  return error_under(key, mismatch(expected, found ? kind_of(*found) : "nothing"));
}

}  // namespace

const json::value* member(const json::object& object, std::string_view key) {
  const auto* found = object.if_contains(key);
  return found && !found->is_null() ? found : nullptr;
}

Result<std::string> text_member(const json::object& object, std::string_view key) {
  const auto* found = member(object, key);
  const auto* text = found ? found->if_string() : nullptr;
  if (!text) return wrong(key, "a string", found);
  return std::string(*text);
}

Result<std::string> optional_text(const json::object& object, std::string_view key) {
  if (!member(object, key)) return std::string();
  return text_member(object, key);
}

Result<bool> flag_member(const json::object& object, std::string_view key) {
  const auto* found = member(object, key);
  const auto* flag = found ? found->if_bool() : nullptr;
  if (!flag) return wrong(key, "a boolean", found);
  return *flag;
}

Result<std::optional<std::uint64_t>> optional_count(const json::object& object,
                                                    std::string_view key) {
  const auto* found = member(object, key);
  if (!found) return std::optional<std::uint64_t>();
  const json::value whole = whole_number(*found);
  if (const auto* natural = whole.if_uint64()) return std::optional(*natural);
  const auto* number = whole.if_int64();
  if (!number) return wrong(key, "a whole number", found);
  if (*number < 0) return error_under(key, {{}, "expected a whole number, not below 0"});
  return std::optional(static_cast<std::uint64_t>(*number));
}

}  // namespace holdpoint

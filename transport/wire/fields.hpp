#pragma once
// Members of objects that strangers wrote, read one by one. Errors are seen from the object: a
// JSON pointer to the member, and what was expected there. Free functions; any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/json.hpp"

namespace holdpoint {

// Null where the member is missing or null: clients write both for "nothing".
const json::value* member(const json::object& object, std::string_view key);

Result<std::string> text_member(const json::object& object, std::string_view key);
Result<std::string> optional_text(const json::object& object, std::string_view key);  // or empty
Result<bool> flag_member(const json::object& object, std::string_view key);
Result<std::optional<std::uint64_t>> optional_count(const json::object& object,
                                                    std::string_view key);

}  // namespace holdpoint

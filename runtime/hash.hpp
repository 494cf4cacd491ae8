#pragma once
// SHA-256 (libcrypto) of texts and of JSON values: what binds a decision to the exact arguments.
// Free functions of values; any thread. They throw only if libcrypto itself fails.

#include <string>
#include <string_view>

#include "runtime/json.hpp"

namespace holdpoint {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

/// The hash of the canonical text: the order of keys and the spelling of numbers do not matter.
std::string canonical_hash(const json::value& value);

/// A lower-case UUID (version 4 by its bits) that always comes out the same for the same seed.
/// As hard to guess as the seed is, no harder.
std::string uuid_shaped(std::string_view seed);

}  // namespace holdpoint

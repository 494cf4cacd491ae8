#pragma once
// Reads holdpoint.toml. Errors: where is "holdpoint.toml:3:7" (file, line, column), what begins
// with the key, as in "limits.sessions_max: expected …". Free functions; any thread, loading
// blocks.

#include <filesystem>
#include <string_view>

#include "app/options.hpp"
#include "runtime/result.hpp"

namespace holdpoint {

inline constexpr std::size_t config_bytes_max = 1 << 20;

Result<ServeOptions> load_config(const std::filesystem::path& file);

/// `name` is what errors call the text.
Result<ServeOptions> parse_config(std::string_view text, std::string_view name);

}  // namespace holdpoint

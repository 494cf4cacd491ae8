#pragma once
// `holdpoint init`: writes a holdpoint.toml that says what can be said, every key commented out
// with its default. Free functions; blocking.

#include <filesystem>
#include <optional>
#include <string>

#include "runtime/result.hpp"

namespace holdpoint {

/// A line "# …" is prose, a line "#key = …" becomes active without its mark.
std::string config_template();

/// Refuses to overwrite a file that is there, unless forced. Errors: where is the file.
std::optional<Error> init_config(const std::filesystem::path& file, bool force);

}  // namespace holdpoint

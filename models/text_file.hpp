#pragma once
// Reads the small files models are configured with. Free functions; they block: for the start of a
// program, not for a session's strand.

#include <filesystem>
#include <string>

#include "runtime/result.hpp"

namespace holdpoint {

/// Errors: where is the file.
Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t bytes_max);

/// The same error, seen from outside of the file: "<file>: <where in it>".
Error error_in(const std::filesystem::path& file, Error error);

}  // namespace holdpoint

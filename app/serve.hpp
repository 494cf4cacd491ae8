#pragma once
// `holdpoint serve`: puts every part together, in the order of life, and runs them until a signal.

#include <string_view>

#include "app/options.hpp"

namespace holdpoint {

// Blocks. `program` is how it was called, for what to type next. Returns the process's exit code;
// what is wrong is said on stderr, in one line.
int serve(const ServeOptions& options, std::string_view program);

}  // namespace holdpoint

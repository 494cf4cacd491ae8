#pragma once
// Under baseline.hpp: how the files are laid out. Free functions; any thread.

#include "models/baseline.hpp"

namespace holdpoint {

/// Indented by two blanks, members in the order in which they are held, a line end at the end.
std::string write_pretty_json(const json::value& value);

}  // namespace holdpoint

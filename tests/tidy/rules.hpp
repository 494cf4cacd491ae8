#pragma once
// The rules of the house that a machine can hold: layers, forbidden words, the shape of a file.
// Pure: a file goes in, what is wrong with it comes out.

#include <string>
#include <vector>

#include "tests/tidy/source_file.hpp"

namespace holdpoint::tidy {

// Each is one sentence: "runtime/gate.hpp:12: runtime may not include \"transport/view.hpp\"".
std::vector<std::string> check(const SourceFile& file);

}  // namespace holdpoint::tidy

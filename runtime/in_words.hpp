#pragma once
// An event in words: for terminals, examples and tests. A free function of values; any thread.

#include <string>

#include "runtime/event.hpp"

namespace holdpoint {

/// One short line: "turn", "ask c1 Really?", "approved c1", "out c1 {…}", "end". Empty for events
/// that say nothing new to a human. Outputs stand in it as they are: not for logs.
std::string in_words(const Event& event);

}  // namespace holdpoint

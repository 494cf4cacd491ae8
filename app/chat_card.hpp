#pragma once
// A question as a human sees it: a box with the tool and everything that would be run. Pure; any
// thread.

#include <cstddef>
#include <optional>
#include <string>

#include "runtime/clock.hpp"
#include "runtime/json.hpp"

namespace holdpoint {

// Where somebody has to say yes or no.
struct Question {
  std::string approval;
  std::string call;
  std::string tool;
  json::value arguments;
  std::string prompt;                // empty: the wire has none
  SteadyTime asked;                  // when this client heard of it first
  std::optional<WallTime> deadline;  // none: the wire does not tell
};

struct CardStyle {
  std::size_t columns = 72;
  std::size_t rows_max = 24;  // of arguments; what is hidden is said. 0: all
};

/// Several lines, each with its newline.
std::string draw_card(const Question& question, const CardStyle& style);

/// "28 s left", or where no deadline is known "asked 12 s ago".
std::string waiting_words(const Question& question, const Clock& clock);

}  // namespace holdpoint

#pragma once
// Where a conversation stands, read from its exchanges: what scripts go by instead of remembering.
// Free function; any thread. What it gives points into the conversation.

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/model.hpp"

namespace holdpoint {

struct Position {
  struct Step {
    const ModelAnswer* answer = nullptr;
    const std::vector<CallResult>* results = nullptr;  // null: it made no calls
  };
  std::string said;         // by the user, last
  std::size_t turn = 0;     // counted from 0; what a client claims to remember is no turn
  std::vector<Step> steps;  // of this turn, so far
};

Position position_of(const Conversation& conversation);

}  // namespace holdpoint

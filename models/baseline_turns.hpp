#pragma once
// A baseline as a script: what the model said in it, turn by turn and step by step, and what
// became of its calls. Plain values and a pure function; any thread.

#include <string>
#include <variant>
#include <vector>

#include "models/baseline.hpp"
#include "runtime/event.hpp"

namespace holdpoint {

struct RecordedCall {
  enum class Outcome : std::uint8_t {
    none,  // the file ends without one
    returned,
    refused,  // tool-output-denied: by somebody, by time, or by an interrupt
    expired,
    failed,  // another error; in the adk dialect also a no
  };
  std::string id, tool;
  json::value arguments;
  Outcome outcome = Outcome::none;
};

// What a step says, in order.
struct RecordedBlock {
  BlockKind kind;
};  // opens
struct RecordedText {
  std::string text;
};  // of the open block, as one delta
struct RecordedBlockEnd {};
struct RecordedBegin {
  std::string call, tool;
};  // shown before its arguments are whole
struct RecordedArguments {
  std::string call, text;
};  // a piece of them
using RecordedSaying =
    std::variant<RecordedBlock, RecordedText, RecordedBlockEnd, RecordedBegin, RecordedArguments>;

struct RecordedStep {
  std::vector<RecordedSaying> said;
  std::vector<RecordedCall> calls;  // in the order in which they became available
  std::string finish;               // the finish reason; empty: the file does not say
  json::object metadata;
  bool interrupted = false;  // before it had said all
  std::string failure;       // the model broke off with this; empty: it did not
};

struct RecordedTurn {
  std::string user;  // what it answers; empty: the file does not say
  std::vector<RecordedStep> steps;
};

/// A step ends where its calls get their outputs. A `start` begins a turn, unless calls of the
/// turn before still wait: then, as in sse files, it goes on in another response. A `finish`
/// speaks for the step before it.
std::vector<RecordedTurn> turns_of(const Baseline& baseline);

}  // namespace holdpoint

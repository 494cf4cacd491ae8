#pragma once
// What happened in a session, in the runtime's words. Each door and dialect turns events into its
// own frames. Plain values, shared between the views of a session; any thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/approval.hpp"
#include "runtime/message.hpp"

namespace holdpoint {

enum class BlockKind : std::uint8_t { text, reasoning };

namespace event {
struct TurnStarted {
  std::string message;  // id of the assistant's message, the same for the whole turn
  UserSaid said;        // what it answers
};
struct StepStarted {};
// A block of what the model says: opened, said piece by piece, closed. Numbered within the turn.
struct BlockOpened {
  std::uint32_t block;
  BlockKind kind;
};
struct BlockSaid {
  std::uint32_t block;
  BlockKind kind;
  std::string text;
};
struct BlockClosed {
  std::uint32_t block;
  BlockKind kind;
};
// A call is being formed by the model …
struct CallBegun {
  std::string call;
  std::string tool;
};
struct CallArguments {
  std::string call;
  std::string text;  // a piece of raw JSON
};
// … and is now what will be run, or asked about.
struct Called {
  CallPtr call;
};
struct StepEnded {
  json::object metadata;
};
struct Asked {
  ApprovalPtr approval;
};
struct Decided {
  ApprovalPtr approval;
  Decision decision;
};
// The client said what came of a call that runs in it; what the tool makes of that follows.
struct ClientAnswered {
  std::string call;
  json::value output;  // the error text, if it failed
  bool failed = false;
  bool in_time = true;  // no: it said nothing, and was waited for long enough
};
struct Progress {
  std::string call;
  json::value value;  // replaces what was said before
};
struct Returned {
  std::string call;
  json::value output;
};
struct Failed {
  std::string call;
  std::string text;                // for the human who reads along
  std::optional<Outcome> outcome;  // set: it was asked, and this is the no
};
// Somebody stopped the turn: its end follows.
struct Interrupted {
  std::string by;
  std::string reason;
};
struct Notice {
  std::string text;  // for the human; not part of the conversation
};
// To the view alone that tried: its decision changed nothing. Not numbered, not replayed.
struct DecisionRefused {
  std::string approval;
  std::string why;
  std::optional<Decision> winner;
};
struct TurnEnded {
  enum class How : std::uint8_t { finished, aborted, failed };
  How how = How::finished;
  std::string reason;  // the model's finish reason; why it was interrupted; what broke
  json::object metadata;
};
}  // namespace event

using Event =
    std::variant<event::TurnStarted, event::StepStarted, event::BlockOpened, event::BlockSaid,
                 event::BlockClosed, event::CallBegun, event::CallArguments, event::Called,
                 event::StepEnded, event::Asked, event::Decided, event::ClientAnswered,
                 event::Progress, event::Returned, event::Failed, event::Interrupted, event::Notice,
                 event::DecisionRefused, event::TurnEnded>;

// Events are numbered from 1 in each session; 0 is not part of its story.
struct Numbered {
  std::uint64_t number = 0;
  std::shared_ptr<const Event> event;
};
// What happened in one turn of the loop, in order: parallel asks of a step arrive together.
using EventBatch = std::vector<Numbered>;

}  // namespace holdpoint

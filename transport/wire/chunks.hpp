#pragma once
// Chunks of the UI message stream, and the one way from events to them. What differs between
// dialects is passed in; when to ask and how to end is theirs. Pure; one strand an instance.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/event.hpp"

namespace holdpoint {

using Frames = std::vector<std::string>;

inline constexpr std::string_view done_frame = "data: [DONE]\n\n";

// One chunk in its frame, written as it is built: Chunk("text-end").text("id", id).frame() gives
// `data: {"type": "text-end", "id": "0"}` and two newlines. Types and keys are ours: not escaped.
class Chunk {
 public:
  explicit Chunk(std::string_view type);
  Chunk& text(std::string_view key, std::string_view value);
  Chunk& json(std::string_view key, const json::value& value);
  std::string frame();

 private:
  std::string text_;
};

struct ChunkStyle {
  bool text_named_by_message;  // "<message>_output_text", reasoning "0", "1"…; else all blocks "0"…
  bool has_denials;            // tool-output-denied for a no; else tool-output-error
  bool has_progress;           // preliminary outputs
};

// That a decision changed nothing, for its sender alone: the transient data-approval-refused.
std::string refused_frame(const event::DecisionRefused& refused);

// The questions that the end of these events finds unanswered, in order. Only they are worth a
// request: one that is answered already would never get its answer in the client's own message.
std::vector<ApprovalPtr> open_questions(const EventBatch& batch);

// Writes the chunks of a turn for one client. Clients break on a chunk about a call or a block
// that they have not seen begin: such chunks are left out.
class TurnChunks {
 public:
  explicit TurnChunks(ChunkStyle style) : style_(style) {}

  // The client begins to read anew. With a new answer it knows nothing of the one before; else it
  // goes on with the same message, but with no block open.
  void new_reader(bool new_answer);
  void knows(const std::string& call) { calls_.try_emplace(call); }

  // Everything but questions and ends, which dialects frame in their own ways.
  void write(const Event& event, Frames& out);
  void close_block(Frames& out);  // what is said in it after this opens it again
  bool knows_call(const ApprovalPtr& question) const;
  void request(const Approval& approval, Frames& out);  // of a call that is known
  void restart(Frames& out);                            // `start` again, for the same message
  void pause(Frames& out);                              // ends the client's stream, not the turn
  void end(const event::TurnEnded& ended, Frames& out);

  bool has_written() const { return written_; }  // to the client's current stream
  bool all_wait() const;                         // there are calls, and a human is to answer each

 private:
  struct Call {
    bool forming = false;  // its arguments are streamed to the current stream
    bool asked = false;    // a request was written
    bool waits = false;    // and is unanswered
  };
  struct Block {
    std::uint32_t number;
    BlockKind kind;
    std::string id;
    bool is_open;  // to the client
  };

  void on(const event::TurnStarted& started, Frames& out);
  void on(const event::BlockOpened& opened, Frames& out);
  void on(const event::BlockSaid& said, Frames& out);
  void on(const event::BlockClosed& closed, Frames& out);
  void on(const event::CallBegun& begun, Frames& out);
  void on(const event::CallArguments& arguments, Frames& out);
  void on(const event::Called& called, Frames& out);
  void on(const event::StepEnded& ended, Frames& out);
  void on(const event::Decided& decided, Frames& out);
  void on(const event::Progress& progress, Frames& out);
  void on(const event::Returned& returned, Frames& out);
  void on(const event::Failed& failed, Frames& out);
  void on(const event::StepStarted&, Frames&) {}
  void on(const event::ClientAnswered&, Frames&) {}
  void on(const event::Interrupted&, Frames&) {}
  void on(const event::Notice&, Frames&) {}  // not part of the conversation
  void on(const event::Asked&, Frames&) {}   // the dialect's: see `request`, `end`, refused_frame
  void on(const event::TurnEnded&, Frames&) {}
  void on(const event::DecisionRefused&, Frames&) {}

  void open_block(Frames& out);
  std::string next_block_id(BlockKind kind);
  void put(std::string frame, Frames& out);

  const ChunkStyle style_;
  std::string message_;  // id of the assistant's message
  json::object metadata_;
  std::uint32_t texts_ = 0;
  std::uint32_t blocks_ = 0;  // whose ids are plain numbers
  std::optional<Block> block_;
  std::map<std::string, Call, std::less<>> calls_;  // running, and known to the client
  bool written_ = false;
};

}  // namespace holdpoint

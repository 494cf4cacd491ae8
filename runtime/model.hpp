#pragma once
// The seam to whoever talks: a script, or a model behind an API. A model is asked for one answer at
// a time, streams it piece by piece, and never runs a tool itself. One model serves all sessions,
// on their strands: an implementation keeps what belongs to one conversation in that call.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/asio.hpp"
#include "runtime/event.hpp"
#include "runtime/tool.hpp"

namespace holdpoint {

// What the model said in one step, whole.
struct ModelAnswer {
  std::vector<std::string> texts;  // its text blocks, as streamed: the turn fills them in
  std::vector<CallPtr> calls;
  std::string finish = "stop";  // stop | length | content-filter | tool-calls | error | other
  json::object metadata;        // usage, model version: goes out with the end of the turn
};
using AnswerPtr = std::shared_ptr<const ModelAnswer>;

// What became of a call, as the model is told.
struct CallResult {
  std::string call;
  json::value output;  // the tool's, or {"error", "message", "reason", "retry"}
  bool failed = false;
  std::optional<Outcome> outcome;  // set when a human, or time, said no
};

// The conversation so far, oldest first.
struct ModelSaid {
  AnswerPtr answer;
};
struct ToolsReturned {
  std::vector<CallResult> results;  // in the order of the answer's calls
};
using Exchange = std::variant<UserSaid, Remembered, ModelSaid, ToolsReturned>;
struct Conversation {
  std::string session;
  std::vector<Exchange> exchanges;
  std::vector<ToolSpec> tools;
};

// Where an answer is streamed to. Blocks do not nest; one is open at a time.
class ModelSink {
 public:
  virtual ~ModelSink() = default;
  virtual void open(BlockKind kind) = 0;
  virtual void say(std::string text) = 0;
  virtual void close() = 0;
  virtual void call_begins(std::string call, std::string tool) = 0;
  virtual void call_arguments(std::string call, std::string text) = 0;
};

// A model that could not answer: ends the turn with this text.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Model {
 public:
  virtual ~Model() = default;
  virtual std::string name() const = 0;
  // `conversation` and `sink` outlive the answer. Cancelled by asio cancellation.
  virtual Task<ModelAnswer> answer(const Conversation& conversation, ModelSink& sink) = 0;
};

}  // namespace holdpoint

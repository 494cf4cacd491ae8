#include "models/baseline_turns.hpp"

#include <algorithm>

namespace holdpoint {
namespace {

RecordedCall::Outcome outcome_of(std::string_view type, const json::object& chunk) {
  if (type == "tool-output-available") return RecordedCall::Outcome::returned;
  if (type == "tool-output-denied") return RecordedCall::Outcome::refused;
  if (string_or(chunk, "errorText") == "Approval request timed out")
    return RecordedCall::Outcome::expired;
  return RecordedCall::Outcome::failed;
}

class Reading {
 public:
  explicit Reading(const Baseline& baseline) : baseline_(baseline), users_(user_texts(baseline)) {}

  std::vector<RecordedTurn> read() {
    for (at_ = 0; at_ < baseline_.chunks.size(); ++at_) read(baseline_.chunks[at_]);
    return std::move(turns_);
  }

 private:
  void read(const json::object& chunk) {
    const auto type = string_or(chunk, "type");
    if (type == "start") return start();
    if (turns_.empty()) start();
    if (type.starts_with("text-")) return block(type.substr(5), BlockKind::text, chunk);
    if (type.starts_with("reasoning-")) return block(type.substr(10), BlockKind::reasoning, chunk);
    if (type.starts_with("tool-input-")) return call(type.substr(11), chunk);
    if (type.starts_with("tool-output-")) return output(type, chunk);
    if (type == "finish") return finish(chunk);
    if (type == "abort" && !interrupted_while_calls_ran_) step().interrupted = true;
    if (type == "error") step().failure = string_or(chunk, "errorText", "the model failed");
  }

  void start() {
    if (calls_wait()) return;
    const auto number = turns_.size();
    turns_.push_back({number < users_.size() ? users_[number] : std::string(), {}});
    step_over_ = true;
  }

  void block(std::string_view what, BlockKind kind, const json::object& chunk) {
    auto& said = step().said;
    if (what == "start") said.emplace_back(RecordedBlock{kind});
    if (what == "delta") said.emplace_back(RecordedText{std::string(string_or(chunk, "delta"))});
    if (what == "end") said.emplace_back(RecordedBlockEnd{});
  }

  void call(std::string_view what, const json::object& chunk) {
    const std::string id(string_or(chunk, "toolCallId"));
    const std::string tool(string_or(chunk, "toolName"));
    if (is_nested(id)) return;
    if (what == "start") {
      if (!is_available_next(id)) step().said.emplace_back(RecordedBegin{id, tool});
    } else if (what == "delta") {
      std::string text(string_or(chunk, "inputTextDelta"));
      step().said.emplace_back(RecordedArguments{id, std::move(text)});
    } else {  // available, or error: then it did not fit the tool, and will not fit ours
      const auto* input = chunk.if_contains("input");
      step().calls.push_back({id, tool, input ? *input : json::value(json::object{}), {}});
      if (what == "error") step().calls.back().outcome = RecordedCall::Outcome::failed;
    }
  }

  void output(std::string_view type, const json::object& chunk) {
    if (chunk.contains("preliminary")) return;
    interrupted_while_calls_ran_ = type == "tool-output-denied" ||
                                   string_or(chunk, "errorText").starts_with("Cancelled: ");
    for (auto& turn_step : turns_.back().steps) {
      for (auto& call : turn_step.calls) {
        if (call.id != string_or(chunk, "toolCallId")) continue;
        call.outcome = outcome_of(type, chunk);
        step_over_ = true;
      }
    }
  }

  void finish(const json::object& chunk) {
    // All calls have their outputs and the model said nothing more: it was asked all the same.
    auto& steps = turns_.back().steps;
    const bool silent = steps.empty() || (!steps.back().calls.empty() && !calls_wait());
    RecordedStep& last = silent ? steps.emplace_back() : steps.back();
    last.finish = string_or(chunk, "finishReason");
    if (const auto* metadata = chunk.if_contains("messageMetadata");
        metadata && metadata->is_object())
      last.metadata = metadata->get_object();
  }

  // The step that is being said.
  RecordedStep& step() {
    auto& steps = turns_.back().steps;
    if (std::exchange(step_over_, false) || steps.empty()) {
      steps.emplace_back();
      interrupted_while_calls_ran_ = false;
    }
    return steps.back();
  }

  bool calls_wait() const {
    if (turns_.empty() || turns_.back().steps.empty()) return false;
    return std::ranges::any_of(turns_.back().steps.back().calls, [](const RecordedCall& call) {
      return call.outcome == RecordedCall::Outcome::none;
    });
  }

  // A call that a running tool made in the client: the tool makes it again, not the model.
  bool is_nested(std::string_view id) const {
    if (turns_.back().steps.empty()) return false;
    return std::ranges::any_of(turns_.back().steps.back().calls, [&](const RecordedCall& call) {
      return id.size() > call.id.size() && id.starts_with(call.id) && id[call.id.size()] == '/';
    });
  }

  bool is_available_next(std::string_view call) const {
    if (at_ + 1 >= baseline_.chunks.size()) return false;
    const auto& next = baseline_.chunks[at_ + 1];
    return string_or(next, "toolCallId") == call &&
           string_or(next, "type") == "tool-input-available";
  }

  const Baseline& baseline_;
  const std::vector<std::string> users_;
  std::size_t at_ = 0;
  std::vector<RecordedTurn> turns_;
  bool step_over_ = true;
  bool interrupted_while_calls_ran_ = false;  // so the model was not asked again
};

}  // namespace

std::vector<RecordedTurn> turns_of(const Baseline& baseline) { return Reading(baseline).read(); }

}  // namespace holdpoint

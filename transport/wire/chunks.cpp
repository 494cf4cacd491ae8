#include "transport/wire/chunks.hpp"

#include <algorithm>
#include <array>

namespace holdpoint {

// --- one chunk ---

Chunk::Chunk(std::string_view type) {
  text_.reserve(160);
  text_.append("data: {\"type\": \"").append(type).append("\"");
}

Chunk& Chunk::text(std::string_view key, std::string_view value) {
  text_.append(", \"").append(key).append("\": ");
  append_json_string(text_, value);
  return *this;
}

Chunk& Chunk::json(std::string_view key, const json::value& value) {
  text_.append(", \"").append(key).append("\": ");
  append_json(text_, value, JsonStyle::spaced);
  return *this;
}

std::string Chunk::frame() {
  text_ += "}\n\n";
  return std::move(text_);
}

namespace {

std::string_view type_of(BlockKind kind, std::string_view text, std::string_view reasoning) {
  return kind == BlockKind::text ? text : reasoning;
}

// Clients know these reasons, and break on any other.
std::string_view finish_reason(std::string_view reason) {
  constexpr std::array<std::string_view, 6> known{"stop",       "length", "content-filter",
                                                  "tool-calls", "error",  "other"};
  if (reason.empty()) return "stop";
  return std::ranges::find(known, reason) == known.end() ? "other" : reason;
}

std::string finish(std::string_view reason, const json::object& metadata) {
  Chunk chunk("finish");
  chunk.text("finishReason", finish_reason(reason));
  if (!metadata.empty()) chunk.json("messageMetadata", metadata);
  return chunk.frame();
}

std::string last_chunk(const event::TurnEnded& ended) {
  using How = event::TurnEnded::How;
  switch (ended.how) {
    case How::finished:
      return finish(ended.reason, ended.metadata);
    case How::aborted:
      return Chunk("abort").text("reason", ended.reason).frame();
    case How::failed:
      return Chunk("error").text("errorText", ended.reason).frame();
  }
  return {};
}

}  // namespace

std::string refused_frame(const event::DecisionRefused& refused) {
  json::object data{{"approvalId", refused.approval}, {"why", refused.why}};
  if (const auto& winner = refused.winner) {
    data["winner"] = {{"outcome", to_string(winner->outcome)},
                      {"by", winner->by},
                      {"via", winner->via},
                      {"reason", winner->reason}};
  }
  return Chunk("data-approval-refused").json("data", data).json("transient", true).frame();
}

std::vector<ApprovalPtr> open_questions(const EventBatch& batch) {
  std::vector<ApprovalPtr> open;
  const auto forget = [&open](const std::string& call) {
    std::erase_if(open, [&](const ApprovalPtr& asked) { return asked->key.call == call; });
  };
  for (const auto& [number, event] : batch) {
    if (const auto* asked = std::get_if<event::Asked>(event.get())) {
      open.push_back(asked->approval);
    } else if (open.empty()) {
      continue;
    } else if (const auto* decided = std::get_if<event::Decided>(event.get())) {
      std::erase_if(open, [&](const auto& other) { return other->id == decided->approval->id; });
    } else if (const auto* returned = std::get_if<event::Returned>(event.get())) {
      forget(returned->call);
    } else if (const auto* failed = std::get_if<event::Failed>(event.get())) {
      forget(failed->call);
    } else if (std::holds_alternative<event::TurnEnded>(*event)) {
      open.clear();
    }
  }
  return open;
}

// --- a client's stream ---

void TurnChunks::new_reader(bool new_answer) {
  if (new_answer) {
    block_.reset();
    calls_.clear();
    written_ = false;
  }
  if (block_) block_->is_open = false;
  for (auto& [id, call] : calls_) call.forming = false;
}

void TurnChunks::write(const Event& event, Frames& out) {
  std::visit([&](const auto& happened) { on(happened, out); }, event);
}

void TurnChunks::close_block(Frames& out) {
  if (!block_ || !block_->is_open) return;
  block_->is_open = false;
  put(Chunk(type_of(block_->kind, "text-end", "reasoning-end")).text("id", block_->id).frame(),
      out);
}

bool TurnChunks::knows_call(const ApprovalPtr& question) const {
  return calls_.contains(question->key.call);
}

void TurnChunks::request(const Approval& approval, Frames& out) {
  Call& call = calls_[approval.key.call];
  call.asked = call.waits = true;
  put(Chunk("tool-approval-request")
          .text("toolCallId", approval.key.call)
          .text("approvalId", approval.id)
          .frame(),
      out);
}

void TurnChunks::restart(Frames& out) {
  put(Chunk("start").text("messageId", message_).frame(), out);
}

void TurnChunks::pause(Frames& out) {
  close_block(out);
  put(finish("stop", metadata_), out);
  out.emplace_back(done_frame);
  new_reader(false);
  written_ = false;
}

void TurnChunks::end(const event::TurnEnded& ended, Frames& out) {
  close_block(out);
  put(last_chunk(ended), out);
  out.emplace_back(done_frame);
  new_reader(true);
}

bool TurnChunks::all_wait() const {
  return !calls_.empty() &&
         std::ranges::all_of(calls_, [](const auto& known) { return known.second.waits; });
}

// A stream that carries the rest of an earlier turn already has its message.
void TurnChunks::on(const event::TurnStarted& started, Frames& out) {
  message_ = started.message;
  metadata_.clear();
  texts_ = blocks_ = 0;
  if (!written_) restart(out);
}

void TurnChunks::on(const event::BlockOpened& opened, Frames& out) {
  close_block(out);
  block_ = Block{opened.block, opened.kind, {}, false};
  open_block(out);
}

void TurnChunks::on(const event::BlockSaid& said, Frames& out) {
  if (!block_ || block_->number != said.block) return;
  if (!block_->is_open) open_block(out);
  put(Chunk(type_of(said.kind, "text-delta", "reasoning-delta"))
          .text("id", block_->id)
          .text("delta", said.text)
          .frame(),
      out);
}

void TurnChunks::on(const event::BlockClosed& closed, Frames& out) {
  if (!block_ || block_->number != closed.block) return;
  close_block(out);
  block_.reset();
}

void TurnChunks::on(const event::CallBegun& begun, Frames& out) {
  calls_[begun.call].forming = true;
  put(Chunk("tool-input-start").text("toolCallId", begun.call).text("toolName", begun.tool).frame(),
      out);
}

void TurnChunks::on(const event::CallArguments& arguments, Frames& out) {
  const auto found = calls_.find(arguments.call);
  if (found == calls_.end() || !found->second.forming) return;
  put(Chunk("tool-input-delta")
          .text("toolCallId", arguments.call)
          .text("inputTextDelta", arguments.text)
          .frame(),
      out);
}

// Says all about the call: a client takes it even if it has not seen the call begin.
void TurnChunks::on(const event::Called& called, Frames& out) {
  const ToolCall& call = *called.call;
  calls_[call.id].forming = false;
  put(Chunk("tool-input-available")
          .text("toolCallId", call.id)
          .text("toolName", call.tool)
          .json("input", call.arguments)
          .frame(),
      out);
}

void TurnChunks::on(const event::StepEnded& ended, Frames&) { metadata_ = ended.metadata; }

void TurnChunks::on(const event::Decided& decided, Frames&) {
  const auto found = calls_.find(decided.approval->key.call);
  if (found != calls_.end()) found->second.waits = false;
}

void TurnChunks::on(const event::Progress& progress, Frames& out) {
  if (!style_.has_progress || !calls_.contains(progress.call)) return;
  put(Chunk("tool-output-available")
          .text("toolCallId", progress.call)
          .json("output", progress.value)
          .json("preliminary", true)
          .frame(),
      out);
}

void TurnChunks::on(const event::Returned& returned, Frames& out) {
  if (!calls_.erase(returned.call)) return;
  put(Chunk("tool-output-available")
          .text("toolCallId", returned.call)
          .json("output", returned.output)
          .frame(),
      out);
}

// A denial wants a request before it: without one, clients hold the message to be malformed.
void TurnChunks::on(const event::Failed& failed, Frames& out) {
  const auto known = calls_.extract(failed.call);
  if (!known) return;
  if (style_.has_denials && failed.outcome && known.mapped().asked) {
    put(Chunk("tool-output-denied").text("toolCallId", failed.call).frame(), out);
    return;
  }
  put(Chunk("tool-output-error")
          .text("toolCallId", failed.call)
          .text("errorText", failed.text)
          .frame(),
      out);
}

void TurnChunks::open_block(Frames& out) {
  block_->id = next_block_id(block_->kind);
  block_->is_open = true;
  put(Chunk(type_of(block_->kind, "text-start", "reasoning-start")).text("id", block_->id).frame(),
      out);
}

std::string TurnChunks::next_block_id(BlockKind kind) {
  if (!style_.text_named_by_message || kind == BlockKind::reasoning) {
    return std::to_string(blocks_++);
  }
  const std::string id = message_ + "_output_text";
  return ++texts_ == 1 ? id : id + "_" + std::to_string(texts_);
}

void TurnChunks::put(std::string frame, Frames& out) {
  written_ = true;
  out.push_back(std::move(frame));
}

}  // namespace holdpoint

#include "transport/wire/sse.hpp"

#include <algorithm>

#include "transport/wire/chunks.hpp"
#include "transport/wire/client_message.hpp"

namespace holdpoint {

namespace {

class SseView final : public ViewCodec {
 public:
  void heard(const ClientFrame& frame, Outgoing& out) override;
  void encode(const EventBatch& batch, Outgoing& out) override;

 private:
  enum class State : std::uint8_t {
    idle,        // no turn
    responding,  // the turn goes into the open response
    paused,      // the turn waits for humans, its response has ended
  };
  void send(const Event& event, Frames& out);
  void respond(Frames& out);

  State state_ = State::idle;
  TurnChunks chunks_{{.text_named_by_message = false, .has_denials = true, .has_progress = true}};
};

bool says_something(const ClientFrame& frame) {
  return std::ranges::any_of(frame.messages, [](const Message& message) {
    return std::holds_alternative<Say>(message) || std::holds_alternative<Regenerate>(message);
  });
}

// A decision for a turn that is over: its response has nothing to wait for.
void SseView::heard(const ClientFrame& frame, Outgoing& out) {
  if (frame.kind != ClientFrame::Kind::message) return;
  if (state_ != State::idle || says_something(frame)) return;
  const event::TurnEnded nothing{event::TurnEnded::How::finished, "stop", {}};
  chunks_.end(nothing, out.frames);
}

void SseView::encode(const EventBatch& batch, Outgoing& out) {
  for (const auto& event : batch) send(*event.event, out.frames);
  if (state_ == State::idle) return;
  for (const auto& asked : open_questions(batch)) {
    if (chunks_.knows_call(asked)) chunks_.request(*asked, out.frames);
  }
  if (state_ == State::responding && chunks_.all_wait()) {
    chunks_.pause(out.frames);
    state_ = State::paused;
  }
}

void SseView::send(const Event& event, Frames& out) {
  if (std::holds_alternative<event::Notice>(event)) return;
  if (std::holds_alternative<event::TurnStarted>(event)) {
    state_ = State::responding;
  } else if (state_ == State::idle) {
    return;  // came into the middle of a turn that it has not seen
  }
  respond(out);
  if (const auto* refused = std::get_if<event::DecisionRefused>(&event)) {
    out.push_back(refused_frame(*refused));
  } else if (const auto* ended = std::get_if<event::TurnEnded>(&event)) {
    chunks_.end(*ended, out);
    state_ = State::idle;
  } else {
    chunks_.write(event, out);
  }
}

// What follows a pause opens the next response.
void SseView::respond(Frames& out) {
  if (state_ != State::paused) return;
  chunks_.restart(out);
  state_ = State::responding;
}

}  // namespace

Result<ClientFrame> SseDialect::decode(std::string_view text) const {
  const auto parsed = parse_json(text);
  if (!parsed) return parsed.error();
  const auto* body = parsed->if_object();
  if (!body) return mismatch("an object", kind_of(*parsed));
  return read_chat(*body);
}

std::unique_ptr<ViewCodec> SseDialect::view(std::string_view) const {
  return std::make_unique<SseView>();
}

}  // namespace holdpoint

#include "transport/wire/holdpoint_v1.hpp"

#include <algorithm>
#include <charconv>

#include "transport/wire/client_frame.hpp"
#include "transport/wire/fields.hpp"
#include "transport/wire/open_turn.hpp"

namespace holdpoint {

namespace {

// How far a client has come: "<epoch>.<event>" is the last chunk of an event, and so all of it;
// "<epoch>.<event>.<k>" is one that k more of the same event follow. The epoch names the life of
// the session.
struct Position {
  std::uint64_t event = 0;
  std::size_t missing = 0;  // chunks of that event
};

std::string number_of(Position position) {
  const std::string event = std::to_string(position.event);
  return position.missing == 0 ? event : event + "." + std::to_string(position.missing);
}

constexpr std::size_t epoch_chars = 12;  // of the session's id: they are random

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// None: it is not of this session, or nothing that was ever sent.
std::optional<Position> position_in(std::string_view text, std::string_view epoch) {
  if (!text.starts_with(epoch) || !text.substr(epoch.size()).starts_with('.')) return std::nullopt;
  text.remove_prefix(epoch.size() + 1);
  Position position;
  const auto dot = text.find('.');
  if (!read_number(text.substr(0, dot), position.event)) return std::nullopt;
  if (dot == std::string_view::npos) return position;
  if (!read_number(text.substr(dot + 1), position.missing)) return std::nullopt;
  return position;
}

class HoldpointV1View final : public ViewCodec {
 public:
  explicit HoldpointV1View(std::string_view session)
      : epoch_(session.substr(session.size() - std::min(session.size(), epoch_chars))) {}
  void heard(const ClientFrame& frame, Outgoing& out) override;
  void encode(const EventBatch& batch, Outgoing& out) override;

 private:
  void go_on_from(const EventBatch& missed, Outgoing& out);
  void write(const Numbered& event, bool answered, Position had, Outgoing& out);
  void told(const Event& event, Outgoing& out);
  void end_at_once(Outgoing& out) const;
  void put(std::string_view number, std::string_view frame, Outgoing& out) const;

  const std::string epoch_;
  std::optional<OpenTurn> turn_{OpenTurn::Decisions::of_others};
  std::uint64_t last_ = 0;            // event that the client has had
  std::optional<Position> returned_;  // it came back, and is to be told what it missed
  bool awaits_ = false;               // it said something, and no turn has started since
};

bool says_something(const ClientFrame& frame) {
  return std::ranges::any_of(frame.messages, [](const Message& message) {
    return std::holds_alternative<Say>(message) || std::holds_alternative<Regenerate>(message);
  });
}

void HoldpointV1View::heard(const ClientFrame& frame, Outgoing& out) {
  if (frame.kind == ClientFrame::Kind::resume) {
    turn_.emplace(OpenTurn::Decisions::of_others);
    returned_ = position_in(frame.position, epoch_).value_or(Position{});
  }
  turn_->heard(frame);
  if (frame.kind != ClientFrame::Kind::message) return;
  if (says_something(frame)) {
    awaits_ = true;
  } else if (!turn_->is_reading() && !returned_ && !awaits_) {
    end_at_once(out);  // it answered in a message, and reads a stream that nothing will come on
  }
}

void HoldpointV1View::end_at_once(Outgoing& out) const {
  const std::string number = std::to_string(last_);
  put(number, Chunk("finish").text("finishReason", "stop").frame(), out);
  put(number, done_frame, out);
}

void HoldpointV1View::encode(const EventBatch& batch, Outgoing& out) {
  if (returned_ && (batch.empty() || batch.front().number != 0)) return go_on_from(batch, out);
  for (const auto& event : batch) {
    if (event.number == 0) {
      told(*event.event, out);
    } else {
      write(event, false, {}, out);
    }
  }
}

// To this client alone, be there a turn or none; not part of the story, so without a number of
// its own.
void HoldpointV1View::told(const Event& event, Outgoing& out) {
  const std::string number = std::to_string(last_);
  if (const auto* refused = std::get_if<event::DecisionRefused>(&event)) {
    put(number, refused_frame(*refused), out);
  } else if (const auto* notice = std::get_if<event::Notice>(&event)) {
    put(number, notice_frame(*notice), out);
    if (std::exchange(awaits_, false) && !turn_->is_reading()) end_at_once(out);  // not taken
  }
}

void HoldpointV1View::go_on_from(const EventBatch& missed, Outgoing& out) {
  Position had = *std::exchange(returned_, std::nullopt);
  const bool known = !missed.empty() && had.event >= missed.front().number &&
                     had.event <= missed.back().number;
  if (!known) had = {};
  last_ = had.event;
  const bool runs =
      !missed.empty() && !std::holds_alternative<event::TurnEnded>(*missed.back().event);
  const json::object data{{"running", runs}, {"whole", !known}};
  put(number_of(had),
      Chunk("data-resumed").json("data", data).json("transient", true).frame(), out);
  const auto open = open_questions(missed);
  for (const auto& event : missed) {
    const auto* asked = std::get_if<event::Asked>(event.event.get());
    const bool answered =
        asked && event.number > had.event && std::ranges::find(open, asked->approval) == open.end();
    write(event, answered, had, out);
  }
}

void HoldpointV1View::write(const Numbered& event, bool answered, Position had, Outgoing& out) {
  if (std::holds_alternative<event::TurnStarted>(*event.event)) awaits_ = false;
  Frames frames;
  turn_->write(*event.event, answered, frames);
  if (turn_->is_reading() || !frames.empty()) last_ = event.number;
  if (event.number < had.event) return;
  for (std::size_t follow = frames.size(); follow-- > 0;) {
    if (event.number == had.event && follow >= had.missing) continue;
    put(number_of({event.number, follow}), frames[frames.size() - 1 - follow], out);
  }
}

void HoldpointV1View::put(std::string_view number, std::string_view frame, Outgoing& out) const {
  std::string numbered;
  numbered.reserve(6 + epoch_.size() + number.size() + frame.size());
  numbered.append("id: ").append(epoch_).append(".").append(number).append("\n").append(frame);
  out.frames.push_back(std::move(numbered));
}

Result<ClientFrame> read_resume(const json::object& text) {
  ClientFrame frame;
  frame.kind = ClientFrame::Kind::resume;
  auto chat = text_member(text, "id");
  if (!chat) return chat.error();
  frame.chat = std::move(*chat);
  auto after = optional_text(text, "after");
  if (!after) return after.error();
  frame.position = std::move(*after);
  return frame;
}

}  // namespace

Result<ClientFrame> HoldpointV1Dialect::decode(std::string_view text) const {
  const auto frame = parse_client_frame(text);
  if (!frame) return frame.error();
  return string_or(*frame, "type") == "resume" ? read_resume(*frame) : read_client_frame(*frame);
}

std::unique_ptr<ViewCodec> HoldpointV1Dialect::view(std::string_view session) const {
  return std::make_unique<HoldpointV1View>(session);
}

}  // namespace holdpoint

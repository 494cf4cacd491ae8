#include "transport/wire/hold_back.hpp"

#include <utility>

namespace holdpoint {

namespace {

// The id of what the user said, if the frame says anything; empty when it has none.
std::optional<std::string> said_in(const ClientFrame& frame) {
  for (const auto& message : frame.messages) {
    if (const auto* say = std::get_if<Say>(&message)) return say->said.id;
    if (std::holds_alternative<Regenerate>(message)) return std::string();
  }
  return std::nullopt;
}

}  // namespace

HoldBack::Stream HoldBack::heard(const ClientFrame& message) {
  const bool was_away = std::exchange(reader_, Reader::reading) == Reader::away;
  closes_streams_ = message.versioned;
  const bool is_new_stream = was_away || closes_streams_;
  if (auto said = said_in(message)) {
    awaited_ = std::move(said);
    return is_new_stream ? Stream::new_answer : Stream::goes_on;
  }
  unsure_ = turn_ == Turn::unseen && !awaited_ && !message.chat.empty();
  if (was_away || turn_ == Turn::running || awaited_ || unsure_) {
    return is_new_stream ? Stream::reopened : Stream::goes_on;
  }
  return Stream::over;
}

void HoldBack::resumed() {
  reader_ = Reader::reading;
  turn_ = Turn::unseen;
  unsure_ = false;
  awaited_.reset();
}

bool HoldBack::passes(const Numbered& event) {
  if (event.number == 0) {  // told to this client alone
    const bool waited = awaited_.has_value() || unsure_;
    if (std::holds_alternative<event::Notice>(*event.event)) {  // not taken: busy, or nothing to do
      awaited_.reset();
      unsure_ = false;
      return waited && turn_ != Turn::running;
    }
    return std::holds_alternative<event::DecisionRefused>(*event.event) &&
           std::exchange(unsure_, false);
  }
  unsure_ = false;
  if (turn_ == Turn::unseen) turn_ = Turn::running;
  if (const auto* started = std::get_if<event::TurnStarted>(event.event.get())) {
    turn_ = Turn::running;
    if (awaited_ && (awaited_->empty() || *awaited_ == started->said.id)) awaited_.reset();
  } else if (std::holds_alternative<event::TurnEnded>(*event.event)) {
    turn_ = Turn::over;
  }
  return false;
}

void HoldBack::requested() {
  if (closes_streams_) reader_ = Reader::away;
}

bool HoldBack::swallows_end(bool stream_is_empty) const {
  return awaited_ && (closes_streams_ || stream_is_empty);
}

}  // namespace holdpoint

#include "transport/wire/adk_view.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace holdpoint {

namespace {

constexpr std::string_view start_step = "data: {\"type\":\"start-step\"}\n\n";
constexpr std::string_view finish_step = "data: {\"type\":\"finish-step\"}\n\n";

}  // namespace

void AdkView::heard(const ClientFrame& frame, Outgoing& out) {
  if (frame.kind == ClientFrame::Kind::resume) {
    client_.resumed();
    held_.clear();
    chunks_.new_reader(!frame.after);
  }
  if (frame.kind != ClientFrame::Kind::message) return;
  const bool was_away = client_.is_away();
  switch (client_.heard(frame)) {
    case HoldBack::Stream::goes_on:
      break;
    case HoldBack::Stream::reopened:
      chunks_.new_reader(false);
      break;
    case HoldBack::Stream::new_answer:
      chunks_.new_reader(true);
      break;
    case HoldBack::Stream::over:
      end_at_once(out.frames);
      break;
  }
  if (client_.is_unsure()) {
    for (const auto& call : frame.calls) chunks_.knows(call);
  }
  if (was_away) send(std::exchange(held_, {}), true, out);
}

void AdkView::encode(const EventBatch& batch, Outgoing& out) {
  if (client_.is_away()) {
    hold(batch);
  } else {
    send(batch, false, out);
  }
}

void AdkView::hold(const EventBatch& batch) {
  for (const auto& event : batch) {
    if (event.number == 0) {
      client_.passes(event);  // answers what the client did, not part of what it missed
    } else {
      held_.push_back(event);
    }
  }
  if (held_.size() <= held_events_max) return;
  const auto latest = std::find_if(held_.rbegin(), held_.rend(), [](const Numbered& event) {
    return std::holds_alternative<event::TurnStarted>(*event.event);
  });
  if (latest != held_.rend()) held_.erase(held_.begin(), std::prev(latest.base()));
}

void AdkView::send(const EventBatch& batch, bool was_held, Outgoing& out) {
  for (const auto& event : batch) send(event, out.frames);
  // Last, so that everything else in the batch still reaches a client that leaves at this step.
  auto questions = open_questions(batch);
  std::erase_if(questions, [this](const auto& asked) { return !chunks_.knows_call(asked); });
  if (questions.empty()) return;
  ask(questions, out.frames);
  if (!was_held) return;
  for (const auto& asked : questions) out.announced.push_back(asked->id);
}

void AdkView::send(const Numbered& event, Frames& out) {
  if (client_.passes(event)) return end_at_once(out);
  if (const auto* ended = std::get_if<event::TurnEnded>(event.event.get())) {
    if (client_.swallows_end(!chunks_.has_written())) return chunks_.close_block(out);
    return chunks_.end(*ended, out);
  }
  chunks_.write(*event.event, out);
}

void AdkView::ask(const std::vector<ApprovalPtr>& questions, Frames& out) {
  chunks_.close_block(out);
  out.emplace_back(start_step);
  for (const auto& asked : questions) chunks_.request(*asked, out);
  out.emplace_back(finish_step);
  client_.requested();
}

void AdkView::end_at_once(Frames& out) {
  const event::TurnEnded nothing{event::TurnEnded::How::finished, "stop", {}};
  chunks_.end(nothing, out);
}

}  // namespace holdpoint

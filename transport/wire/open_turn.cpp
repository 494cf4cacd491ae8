#include "transport/wire/open_turn.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace holdpoint {

namespace {

// As ECMAScript's Date reads and writes it.
std::string iso_text(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss of_day(time - day);
  std::array<char, 48> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(of_day.hours().count()),
      static_cast<int>(of_day.minutes().count()), static_cast<int>(of_day.seconds().count()),
      static_cast<int>(of_day.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

// What is to be known about a question: standard chunks must not carry it.
std::string approval_frame(const Approval& approval) {
  json::object data{{"toolCallId", approval.key.call},
                    {"question", approval.key.question + 1},
                    {"risk", approval.risk},
                    {"askedAt", iso_text(approval.asked_at)}};
  if (!approval.prompt.empty()) data["prompt"] = approval.prompt;
  if (approval.deadline) data["deadline"] = iso_text(*approval.deadline);
  return Chunk("data-approval").text("id", approval.id).json("data", data).frame();
}

bool is_yes(const Decision& decision) { return decision.outcome == Outcome::approved; }

std::string resolved_frame(const event::Decided& decided) {
  const Decision& decision = decided.decision;
  const json::object data{{"approvalId", decided.approval->id},
                          {"toolCallId", decided.approval->key.call},
                          {"approved", is_yes(decision)},
                          {"outcome", to_string(decision.outcome)},
                          {"reason", decision.reason},
                          {"by", decision.by},
                          {"via", decision.via}};
  return Chunk("data-approval-resolved").json("data", data).json("transient", true).frame();
}

std::string response_frame(const event::Decided& decided) {
  Chunk chunk("tool-approval-response");
  chunk.text("approvalId", decided.approval->id).json("approved", is_yes(decided.decision));
  if (!decided.decision.reason.empty()) chunk.text("reason", decided.decision.reason);
  return chunk.frame();
}

bool was_chosen(const Decision& decision, std::optional<bool> chosen) {
  return chosen == is_yes(decision) &&
         (is_yes(decision) || decision.outcome == Outcome::denied);
}

}  // namespace

std::string notice_frame(const event::Notice& notice) {
  const json::object data{{"text", notice.text}};
  return Chunk("data-notice").json("data", data).json("transient", true).frame();
}

OpenTurn::Question* OpenTurn::find(const Decide& decide) {
  auto found = questions_.find(decide.approval);
  if (found == questions_.end() && !decide.call.empty()) {
    found = std::ranges::find_if(
        questions_, [&](const auto& open) { return open.second.call == decide.call; });
  }
  return found == questions_.end() ? nullptr : &found->second;
}

void OpenTurn::heard(const ClientFrame& frame) {
  for (const auto& message : frame.messages) {
    const auto* decide = std::get_if<Decide>(&message);
    auto* question = decide ? find(*decide) : nullptr;
    if (question) question->chosen = decide->approved;
  }
}

void OpenTurn::join(const ClientFrame& answer) {
  reading_ = in_step_ = true;
  for (const auto& call : answer.calls) chunks_.knows(call);
  for (const auto& message : answer.messages) {
    const auto* decide = std::get_if<Decide>(&message);
    if (!decide || decide->old || decide->approval.empty() || decide->call.empty()) continue;
    Approval shown;
    shown.id = decide->approval;
    shown.key.call = decide->call;
    Frames it_has_this;
    chunks_.request(shown, it_has_this);
    questions_[shown.id] = {shown.key.call, decide->approved};
  }
}

void OpenTurn::write(const Event& event, bool answered, Frames& out) {
  if (const auto* refused = std::get_if<event::DecisionRefused>(&event)) {
    out.push_back(refused_frame(*refused));
  } else if (const auto* started = std::get_if<event::TurnStarted>(&event)) {
    on(*started, out);
  } else if (!reading_) {
    return;  // of a turn that this client was not shown from its start
  } else if (const auto* notice = std::get_if<event::Notice>(&event)) {
    out.push_back(notice_frame(*notice));
  } else if (std::holds_alternative<event::StepStarted>(event)) {
    on_step(out);
  } else if (const auto* asked = std::get_if<event::Asked>(&event)) {
    if (!answered) on(*asked, out);
  } else if (const auto* decided = std::get_if<event::Decided>(&event)) {
    on(*decided, out);
  } else if (const auto* ended = std::get_if<event::TurnEnded>(&event)) {
    on(*ended, out);
  } else {
    chunks_.write(event, out);
  }
}

void OpenTurn::on(const event::TurnStarted& started, Frames& out) {
  reading_ = true;
  in_step_ = false;
  questions_.clear();
  chunks_.new_reader(true);
  chunks_.write(started, out);
}

void OpenTurn::on_step(Frames& out) {
  end_step(out);
  out.push_back(Chunk("start-step").frame());
  in_step_ = true;
}

// Only when all its calls are resolved: where the SDK itself puts it, and a client that looks for
// calls in the current step finds them.
void OpenTurn::end_step(Frames& out) {
  chunks_.close_block(out);
  if (std::exchange(in_step_, false)) out.push_back(Chunk("finish-step").frame());
}

void OpenTurn::on(const event::Asked& asked, Frames& out) {
  if (!chunks_.knows_call(asked.approval)) return;
  out.push_back(approval_frame(*asked.approval));
  chunks_.request(*asked.approval, out);
  questions_[asked.approval->id] = {asked.approval->key.call, std::nullopt};
}

void OpenTurn::on(const event::Decided& decided, Frames& out) {
  const auto question = questions_.extract(decided.approval->id);
  if (!question) return;
  const auto chosen = question.mapped().chosen;
  if (told_ == Decisions::all) {
    out.push_back(response_frame(decided));
    out.push_back(resolved_frame(decided));
  } else if (!was_chosen(decided.decision, chosen)) {
    // It holds its own answer to be the one: only to a request does it take another.
    if (chosen) chunks_.request(*decided.approval, out);
    out.push_back(resolved_frame(decided));
  }
  chunks_.write(decided, out);
}

void OpenTurn::on(const event::TurnEnded& ended, Frames& out) {
  end_step(out);
  chunks_.end(ended, out);
  reading_ = false;
  questions_.clear();
}

}  // namespace holdpoint

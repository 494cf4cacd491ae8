#pragma once
// What tests of the view codecs are written with: events in one word, frames as short lines, and a
// client that breaks where the real ones do (ai 6.0.25, processUIMessageStream).

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transport/wire/dialect.hpp"

namespace holdpoint::story {

using Lines = std::vector<std::string>;

template <class T>
std::vector<T> operator+(std::vector<T> a, const std::vector<T>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// --- events ---

inline ApprovalPtr question(std::string id, std::string call) {
  auto approval = std::make_shared<Approval>();
  approval->id = std::move(id);
  approval->key = {"session", call, 0};
  approval->call = make_call(std::move(call), "pay", json::object{});
  return approval;
}
inline Event started(std::string message, std::string said = "u1") {
  return event::TurnStarted{std::move(message), UserSaid{std::move(said), {TextPart{"hi"}}}};
}
inline Event opened(std::uint32_t block, BlockKind kind = BlockKind::text) {
  return event::BlockOpened{block, kind};
}
inline Event said(std::uint32_t block, std::string text, BlockKind kind = BlockKind::text) {
  return event::BlockSaid{block, kind, std::move(text)};
}
inline Event closed(std::uint32_t block, BlockKind kind = BlockKind::text) {
  return event::BlockClosed{block, kind};
}
inline Event begun(std::string call) { return event::CallBegun{std::move(call), "pay"}; }
inline Event called(std::string call) {
  return event::Called{make_call(std::move(call), "pay", json::object{{"amount", 30}})};
}
inline Event asked(std::string approval, std::string call) {
  return event::Asked{question(std::move(approval), std::move(call))};
}
inline Event decided(std::string approval, std::string call, Outcome outcome) {
  Decision decision{approval, outcome, "alice", "websocket", "", {}};
  return event::Decided{question(std::move(approval), std::move(call)), std::move(decision)};
}
inline Event returned(std::string call) {
  return event::Returned{std::move(call), json::object{{"paid", true}}};
}
inline Event failed(std::string call, std::string text, std::optional<Outcome> outcome = {}) {
  return event::Failed{std::move(call), std::move(text), outcome};
}
inline Event ended(event::TurnEnded::How how = event::TurnEnded::How::finished,
                   std::string reason = "stop") {
  return event::TurnEnded{how, std::move(reason), {}};
}

// --- frames ---

// "text-delta 0 hello", "tool-approval-request c1 a1": the type and its values, as they stand.
// Without the line that numbers a frame in holdpoint.v1.
inline std::string line_of(std::string frame) {
  if (frame.starts_with("id: ")) frame.erase(0, frame.find('\n') + 1);
  if (frame == "data: [DONE]\n\n") return "DONE";
  if (frame.starts_with("{")) frame = "data: " + frame + "\n\n";  // ai7
  EXPECT_TRUE(frame.starts_with("data: ") && frame.ends_with("\n\n")) << frame;
  const auto chunk = parse_json(std::string_view(frame).substr(6, frame.size() - 8));
  EXPECT_TRUE(chunk) << frame;
  std::string line;
  for (const auto& [key, value] : chunk->as_object()) {
    if (!line.empty()) line += ' ';
    line += value.is_string() ? std::string(value.get_string()) : write_json(value);
  }
  return line;
}

// --- a view and its client ---

class Wire {
 public:
  explicit Wire(const Dialect& dialect) : dialect_(dialect), view_(dialect.view("session")) {}

  // One turn of the session's loop; returns what goes to the client.
  Lines happens(std::vector<Event> events) {
    EventBatch batch;
    for (auto& event : events) {
      batch.push_back({++number_, std::make_shared<const Event>(std::move(event))});
    }
    return sent([&](Outgoing& out) { view_->encode(batch, out); });
  }
  // Told to this view alone.
  Lines told(Event event) {
    const EventBatch batch{{0, std::make_shared<const Event>(std::move(event))}};
    return sent([&](Outgoing& out) { view_->encode(batch, out); });
  }
  // The latest turn again, as the session tells it to a view that resumes.
  Lines replays(const EventBatch& latest_turn) {
    return sent([&](Outgoing& out) { view_->encode(latest_turn, out); });
  }
  Lines hears(std::string_view text) {
    const auto frame = dialect_.decode(text);
    EXPECT_TRUE(frame) << to_string(frame.error());
    return sent([&](Outgoing& out) { view_->heard(*frame, out); });
  }

  std::vector<std::string> frames;     // of the last step, as they are
  std::vector<std::string> announced;  // in the last step
  std::vector<Message> messages;       // for the session, in the last step

 private:
  template <class Act>
  Lines sent(Act act) {
    Outgoing out;
    act(out);
    frames = std::move(out.frames);
    announced = std::move(out.announced);
    messages = std::move(out.messages);
    Lines lines;
    for (const auto& frame : frames) lines.push_back(line_of(frame));
    return lines;
  }

  const Dialect& dialect_;
  std::unique_ptr<ViewCodec> view_;
  std::uint64_t number_ = 0;
};

// Reads chunks as the SDK does: what would kill its stream is in `faults`.
class StrictClient {
 public:
  explicit StrictClient(bool leaves_at_steps) : leaves_at_steps_(leaves_at_steps) {}

  void opens_stream(bool new_message) {
    reading_ = true;
    open_blocks_.clear();
    forming_.clear();
    starts_ = 0;
    if (new_message) calls_.clear();
  }
  bool is_reading() const { return reading_; }
  int ends() const { return ends_; }
  const std::set<std::string>& asked() const { return asked_; }
  const std::vector<std::string>& faults() const { return faults_; }
  std::string text;

  void reads(const std::string& frame) {
    const std::string line = line_of(frame);
    if (!reading_) return fault("nobody reads: " + line);
    if (line == "DONE") {
      if (!finished_) fault("DONE without an end");
      finished_ = reading_ = false;
      ++ends_;
      return;
    }
    if (finished_) fault("after the end: " + line);
    const auto value = parse_json(std::string_view(frame).substr(6, frame.size() - 8));
    read(value->as_object(), line);
  }

 private:
  void fault(std::string what) { faults_.push_back(std::move(what)); }

  void read(const json::object& chunk, const std::string& line) {
    const std::string type(string_or(chunk, "type"));
    const std::string id(string_or(chunk, "id"));
    const std::string call(string_or(chunk, "toolCallId"));
    if (type == "start") {
      if (starts_++ > 0) fault("a second start");
    } else if (type == "text-start" || type == "reasoning-start") {
      if (!open_blocks_.insert(type[0] + id).second) fault("open already: " + line);
    } else if (type == "text-delta" || type == "reasoning-delta") {
      if (!open_blocks_.contains(type[0] + id)) fault("no such block: " + line);
      text += string_or(chunk, "delta");
    } else if (type == "text-end" || type == "reasoning-end") {
      if (!open_blocks_.erase(type[0] + id)) fault("no such block: " + line);
    } else if (type == "tool-input-start" || type == "tool-input-available") {
      calls_.insert(call);
      if (type == "tool-input-start") forming_.insert(call);
    } else if (type == "tool-input-delta") {
      if (!forming_.contains(call)) fault("no such input: " + line);
    } else if (type == "finish-step") {
      if (!open_blocks_.empty()) fault("blocks open at a step");
      if (leaves_at_steps_) reading_ = false;
    } else if (type == "finish" || type == "abort" || type == "error") {
      if (!open_blocks_.empty()) fault("blocks open at the end");
      finished_ = true;
    } else if (!call.empty() && !calls_.contains(call)) {
      fault("no tool invocation found: " + line);
    }
    if (type == "tool-approval-request") asked_.insert(std::string(string_or(chunk, "approvalId")));
  }

  const bool leaves_at_steps_;
  bool reading_ = false;
  bool finished_ = false;
  int starts_ = 0;
  int ends_ = 0;
  std::set<std::string> open_blocks_, calls_, forming_, asked_;
  std::vector<std::string> faults_;
};

}  // namespace holdpoint::story

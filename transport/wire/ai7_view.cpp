#include "transport/wire/ai7_view.hpp"

#include <algorithm>
#include <charconv>

namespace holdpoint {

namespace {

std::string frame_about(std::string_view type, std::string_view request,
                        std::string_view error_text = {}) {
  json::object frame{{"type", type}, {"requestId", request}};
  if (!error_text.empty()) frame["errorText"] = error_text;
  return write_json(frame);
}

// The JSON of `data: {…}\n\n`, in its envelope.
std::string chunk_frame(std::string_view request, std::uint64_t sequence, std::string_view frame) {
  constexpr std::string_view before = "data: ", after = "\n\n";
  frame.remove_prefix(before.size());
  frame.remove_suffix(after.size());
  std::string text = R"({"type":"chunk","requestId":)";
  text.reserve(text.size() + frame.size() + request.size() + 48);
  append_json_string(text, request);
  text.append(R"(,"sequence":)").append(std::to_string(sequence));
  text.append(R"(,"chunk":)").append(frame).append("}");
  return text;
}

// The id of what the user said; none: nothing is said; empty: whatever comes next is the answer.
std::optional<std::string> said_in(const ClientFrame& frame) {
  for (const auto& message : frame.messages) {
    if (const auto* say = std::get_if<Say>(&message)) return say->said.id;
    if (std::holds_alternative<Regenerate>(message)) return std::string();
  }
  return std::nullopt;
}

bool is_open(const event::Asked& asked, const std::vector<ApprovalPtr>& open) {
  return std::ranges::find(open, asked.approval) != open.end();
}

}  // namespace

// --- what the client says ---

void Ai7View::heard(const ClientFrame& frame, Outgoing& out) {
  if (frame.request.empty()) return;  // a decision on its own: all that it needs comes as chunks
  if (frame.kind == ClientFrame::Kind::interrupt) return abort(frame.request, out);
  if (waiting_.size() + streams_.size() >= requests_max) {
    return refuse(frame.request, "too many requests are open", out);
  }
  if (frame.kind == ClientFrame::Kind::resume) return resume(frame);
  if (frame.kind == ClientFrame::Kind::message) return send(frame, out);
}

void Ai7View::send(const ClientFrame& frame, Outgoing& out) {
  if (auto said = said_in(frame)) {
    waiting_.push_back({frame.request, std::move(*said)});
  } else {
    answer(frame, out);
  }
}

// A history that decides: what comes of it goes on in the message that the client shows.
void Ai7View::answer(const ClientFrame& frame, Outgoing& out) {
  if (turn_ == Turn::over || !streams_.empty()) {  // nothing comes, or it comes on that stream
    out.frames.push_back(frame_about("end", frame.request));
    return;
  }
  Stream& stream = streams_.emplace_back(frame.request);
  stream.turn.join(frame);
  stream.last = last_;
  stream.unsure = turn_ == Turn::unseen;
}

void Ai7View::resume(const ClientFrame& frame) {
  Stream& stream = streams_.emplace_back(frame.request);
  stream.returns = true;
  stream.replays = frame.position.empty();
  std::uint64_t last_had = 0;
  const auto& text = frame.position;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), last_had);
  if (read.ec == std::errc() && last_had < UINT64_MAX) stream.had = last_had + 1;
}

// What is said already but not answered yet cannot be unsaid: it is stopped when its turn starts.
void Ai7View::abort(const std::string& request, Outgoing& out) {
  for (auto& waiting : waiting_) {
    if (waiting.request == request) waiting.aborted = true;
  }
  const auto stream = std::ranges::find(streams_, request, &Stream::request);
  if (stream == streams_.end()) return;
  streams_.erase(stream);
  out.messages.emplace_back(Interrupt{});
}

bool Ai7View::serves(std::string_view request) const {
  return std::ranges::find(waiting_, request, &Waiting::request) != waiting_.end() ||
         std::ranges::find(streams_, request, &Stream::request) != streams_.end();
}

void Ai7View::refuse(std::string_view request, std::string_view why, Outgoing& out) {
  out.frames.push_back(frame_about("error", request, why));
}

// --- what happens ---

void Ai7View::encode(const EventBatch& batch, Outgoing& out) {
  if (batch.empty() || batch.front().number != 0) {
    std::erase_if(streams_, [&](Stream& stream) {
      return stream.returns && !go_on_from(batch, stream, out);
    });
  }
  for (const auto& event : batch) {
    if (event.number == 0) {
      told(*event.event, out);
    } else if (event.number > last_) {
      last_ = event.number;
      happened(event, out);
    }
  }
  std::erase_if(streams_, [](const Stream& stream) { return stream.over; });
}

// False: there is nothing to go on with.
bool Ai7View::go_on_from(const EventBatch& missed, Stream& stream, Outgoing& out) {
  stream.returns = false;
  if (missed.empty()) {
    out.frames.push_back(frame_about("no-active", stream.request));
    return false;
  }
  out.frames.push_back(frame_about("start", stream.request));
  const auto open = open_questions(missed);
  for (const auto& event : missed) {
    const auto* asked = std::get_if<event::Asked>(event.event.get());
    write(stream, event, stream.replays && asked && !is_open(*asked, open), out);
  }
  return !stream.over;
}

void Ai7View::happened(const Numbered& event, Outgoing& out) {
  if (const auto* started = std::get_if<event::TurnStarted>(event.event.get())) {
    answers(*started, out);
  } else if (std::holds_alternative<event::TurnEnded>(*event.event)) {
    turn_ = Turn::over;
  } else if (turn_ == Turn::unseen) {
    turn_ = Turn::running;
  }
  for (auto& stream : streams_) write(stream, event, false, out);
}

void Ai7View::answers(const event::TurnStarted& started, Outgoing& out) {
  turn_ = Turn::running;
  auto found = std::ranges::find_if(waiting_, [&](const Waiting& waiting) {
    return !waiting.said.empty() && waiting.said == started.said.id;
  });
  if (found == waiting_.end()) {
    found = std::ranges::find_if(waiting_, [](const Waiting& w) { return w.said.empty(); });
  }
  if (found == waiting_.end()) return;  // another view's
  if (found->aborted) {
    out.messages.emplace_back(Interrupt{});
  } else {
    streams_.emplace_back(std::move(found->request));
  }
  waiting_.erase(found);
}

// To this client alone.
void Ai7View::told(const Event& event, Outgoing& out) {
  const auto* notice = std::get_if<event::Notice>(&event);
  if (notice && !waiting_.empty()) {  // what it said last is not taken
    refuse(waiting_.back().request, notice->text, out);
    waiting_.pop_back();
    return;
  }
  for (auto& stream : streams_) {
    write(stream, {0, std::make_shared<const Event>(event)}, false, out);
    if (!stream.unsure) continue;
    out.frames.push_back(frame_about("end", stream.request));
    stream.over = true;
  }
}

void Ai7View::write(Stream& stream, const Numbered& event, bool answered, Outgoing& out) {
  if (stream.over || stream.returns) return;
  if (event.number != 0) {
    if (event.number <= stream.last) return;
    stream.last = event.number;
    stream.unsure = false;
  }
  const bool begins = std::holds_alternative<event::TurnStarted>(*event.event);
  Frames frames;
  if (begins && stream.turn.is_reading()) {  // the end of its own turn was lost on a resume
    frames.emplace_back(done_frame);
  } else {
    stream.turn.write(*event.event, answered, frames);
  }
  for (const auto& frame : frames) {
    if (frame == done_frame) {
      out.frames.push_back(frame_about("end", stream.request));
      stream.over = true;
    } else if (stream.sequence++ >= stream.had) {
      out.frames.push_back(chunk_frame(stream.request, stream.sequence - 1, frame));
    }
  }
}

}  // namespace holdpoint

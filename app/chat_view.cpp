#include "app/chat_view.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/chat_frames.hpp"
#include "app/chat_text.hpp"

namespace holdpoint {

namespace {

constexpr std::size_t arguments_columns_max = 200;
constexpr std::size_t result_columns_max = 160;

std::string text_of(const json::object& chunk, std::string_view key) {
  return std::string(string_or(chunk, key));
}

std::string brief(const json::value& value, std::size_t columns_max) {
  const std::string text =
      value.is_string() ? std::string(value.get_string()) : write_json(value);
  return shortened(printable_line(text), columns_max);
}

}  // namespace

ChatView::ChatView(const Clock& clock, Ids& ids, ClientTools tools, std::string chat, bool known)
    : clock_(clock), ids_(ids), tools_(std::move(tools)), chat_(std::move(chat)), known_(known) {}

// --- the connection ---

void ChatView::opened() {
  connected_ = true;
  heard_turn_ = ponged_ = false;
  settling_ = known_;
  if (!known_) return;
  out_.frames.push_back(resume_frame(chat_));
  out_.frames.push_back(ping_frame());
}

// A question cannot be answered while there is nobody to tell; it comes again with the replay.
void ChatView::lost(std::string_view why) {
  if (!std::exchange(connected_, false)) return;
  settling_ = ponged_ = false;
  line(Tone::trouble, "connection lost: " + printable_line(why));
  for (auto& question : questions_) {
    std::string id = question.approval;
    away_.insert_or_assign(std::move(id), std::move(question));
  }
  questions_.clear();
  presented_.clear();
  if (!away_.empty()) notice("what was asked will be asked again when the server is back");
}

void ChatView::received(std::string_view text) {
  const auto frame = read_server_frame(text);
  if (!frame) {
    line(Tone::trouble, "the server sent what is not understood: " +
                            printable_line(to_string(frame.error())));
  } else if (frame->done) {
    on_done();
  } else {
    on_chunk(frame->type, frame->chunk);
  }
}

void ChatView::settled() {
  if (!std::exchange(settling_, false)) return;
  if (!heard_turn_) {
    if (turn_.running) {
      line(Tone::trouble,
           "the server does not know this turn any more: it was probably restarted. What still "
           "waited for an answer there was not run.");
      lost_a_turn_ = true;
    } else if (!turn_.message.empty()) {
      notice("the server does not remember this chat any more: it was probably restarted");
    } else if (unstarted_ == 0) {
      notice("the server knows nothing of this chat yet");
    }
    forget_turn();
  }
  if (unstarted_ > 0 && !turn_.running) {
    line(Tone::trouble, "your last message did not arrive: please say it again");
    lost_a_turn_ = true;
    unstarted_ = 0;
  }
  for (const auto& [id, question] : std::exchange(away_, {})) {
    notice("no longer asked: " + printable_line(question.tool) + " was decided meanwhile");
  }
}

void ChatView::forget_turn() {
  turn_ = Turn{};
  away_.clear();
}

// --- what the server says ---

void ChatView::on_chunk(std::string_view type, const json::object& chunk) {
  if (type == "text-delta") return on_delta(turn_.text, Tone::text, chunk);
  if (type == "reasoning-delta") return on_delta(turn_.thought, Tone::thought, chunk);
  if (type == "text-start") return void(turn_.text.new_block = true);
  if (type == "reasoning-start") return void(turn_.thought.new_block = true);
  if (type == "start") return on_start(chunk);
  if (type == "tool-input-available") return on_input(chunk);
  if (type == "tool-approval-request") return on_request(chunk);
  if (type.starts_with("tool-output-")) return on_output(type, chunk);
  if (type == "pong") return void(ponged_ = true);
  if (!turn_.running) return;
  if (type == "abort") {
    const std::string why = text_of(chunk, "reason");
    notice("stopped" + (why.empty() ? "" : ": " + printable_line(why)));
  } else if (type == "error") {
    line(Tone::trouble, "error: " + printable_line(text_of(chunk, "errorText")));
  } else if (type == "finish") {
    const std::string why = text_of(chunk, "finishReason");
    if (!why.empty() && why != "stop") notice("finished: " + printable_line(why));
  }
}

void ChatView::on_start(const json::object& chunk) {
  std::string message = text_of(chunk, "messageId");
  heard_turn_ = true;
  turn_.text.seen = turn_.thought.seen = 0;
  if (!message.empty() && message == turn_.message) return;  // a replay of what is known
  if (turn_.running) notice("the end of the answer before this one was missed");
  withdraw_all("its turn is over");
  away_.clear();
  turn_ = Turn{};
  turn_.message = std::move(message);
  turn_.running = true;
  if (unstarted_ > 0) --unstarted_;
}

void ChatView::on_delta(Stream& stream, Tone tone, const json::object& chunk) {
  std::string_view text = string_or(chunk, "delta");
  const std::size_t from = stream.seen;
  stream.seen += text.size();
  if (stream.seen <= stream.shown) return;
  if (stream.shown > from) text.remove_prefix(stream.shown - from);
  stream.shown = stream.seen;
  if (std::exchange(stream.new_block, false) || last_tone_ != tone) fresh_line();
  put(tone, printable(text));
}

ChatView::Call* ChatView::call_of(const json::object& chunk) {
  const std::string id = text_of(chunk, "toolCallId");
  const auto found = turn_.calls.find(id);
  if (found != turn_.calls.end()) return &found->second;
  if (turn_.calls.size() >= calls_max) return nullptr;
  return &turn_.calls[id];
}

void ChatView::on_input(const json::object& chunk) {
  Call* call = call_of(chunk);
  if (!call) return;
  if (!std::exchange(call->shown, true)) {
    call->tool = text_of(chunk, "toolName");
    const auto* input = chunk.if_contains("input");
    if (input) call->arguments = *input;
    line(Tone::call, "· " + printable_line(call->tool) + " " +
                         brief(call->arguments, arguments_columns_max));
  }
  const bool here = ClientTools::when(call->tool) == ClientTools::When::at_once;
  if (here && !call->resolved) run_here(text_of(chunk, "toolCallId"), *call);
}

void ChatView::on_request(const json::object& chunk) {
  const std::string id = text_of(chunk, "approvalId");
  Call* call = call_of(chunk);
  if (!call || call->resolved || id.empty()) return;
  const std::string call_id = text_of(chunk, "toolCallId");
  const auto answer = turn_.answers.find(id);
  if (answer != turn_.answers.end()) return send_answer(id, call_id, answer->second);
  if (std::ranges::count(questions_, id, &Question::approval) > 0) return;

  auto before = away_.extract(id);
  withdraw(call_id, "decided elsewhere; it asks something else now");
  if (before) return ask(std::move(before.mapped()));
  Question question;
  question.approval = id;
  question.call = call_id;
  question.tool = call->tool;
  question.arguments = call->arguments;
  question.asked = clock_.steady();
  ask(std::move(question));
}

void ChatView::on_output(std::string_view type, const json::object& chunk) {
  Call* call = call_of(chunk);
  if (!call || call->resolved) return;
  const auto* preliminary = chunk.if_contains("preliminary");
  if (preliminary && *preliminary == true) return;
  call->resolved = true;
  const std::string id = text_of(chunk, "toolCallId");
  if (type == "tool-output-available") {
    withdraw(id, "approved elsewhere");
    const auto* output = chunk.if_contains("output");
    line(Tone::result, "  " + printable_line(call->tool) + " -> " +
                           brief(output ? *output : json::value(), result_columns_max));
    return;
  }
  const bool denied = type == "tool-output-denied";
  const std::string why = denied ? "not run: denied" : text_of(chunk, "errorText");
  withdraw(id, "");
  line(Tone::trouble, "  " + printable_line(call->tool) + ": " +
                          shortened(printable_line(why), result_columns_max));
}

void ChatView::on_done() {
  if (!std::exchange(turn_.running, false)) return;
  withdraw_all("its turn is over");
  away_.clear();
  fresh_line();
}

// --- questions ---

void ChatView::ask(Question question) {
  if (questions_.size() >= questions_max) {
    line(Tone::trouble, "too many questions at once: " + printable_line(question.tool) +
                            " cannot be answered here");
    return;
  }
  questions_.push_back(std::move(question));
  if (questions_.size() == 1) return present();
  notice("another question waits: " + printable_line(questions_.back().tool));
}

void ChatView::present() {
  if (questions_.empty()) return presented_.clear();
  if (presented_ == questions_.front().approval) return;
  presented_ = questions_.front().approval;
  line(Tone::card, draw_card(questions_.front(), card_));
}

void ChatView::withdraw(std::string_view call, std::string_view why) {
  const auto take_from = [&](auto& all, auto question_of) {
    std::erase_if(all, [&](const auto& entry) {
      const Question& question = question_of(entry);
      if (question.call != call) return false;
      const std::string because = why.empty() ? "" : " (" + std::string(why) + ")";
      notice("no longer asked: " + printable_line(question.tool) + because);
      return true;
    });
  };
  take_from(questions_, [](const Question& question) -> const Question& { return question; });
  take_from(away_, [](const auto& entry) -> const Question& { return entry.second; });
  present();
}

void ChatView::withdraw_all(std::string_view why) {
  while (!questions_.empty()) {
    const std::string call = questions_.back().call;
    withdraw(call, why);
  }
}

void ChatView::decide(bool approved, std::string_view reason) {
  if (questions_.empty() || !connected_) return;
  const Question question = std::move(questions_.front());
  questions_.pop_front();
  const Answer answer{approved, std::string(reason)};
  turn_.answers.insert_or_assign(question.approval, answer);
  const std::string why = reason.empty() ? "" : ": " + printable_line(reason);
  notice((approved ? "approved: " : "denied: ") + printable_line(question.tool) + why);
  send_answer(question.approval, question.call, answer);
  present();
}

// Said again when a replay asks again: the first time may have been lost with its connection. The
// same answer twice changes nothing.
void ChatView::send_answer(const std::string& approval, const std::string& call,
                           const Answer& answer) {
  out_.frames.push_back(approval_frame(approval, call, answer.approved, answer.reason));
  const auto found = turn_.calls.find(call);
  if (!answer.approved || found == turn_.calls.end()) return;
  if (ClientTools::when(found->second.tool) == ClientTools::When::after_yes) {
    run_here(call, found->second);
  }
}

void ChatView::run_here(const std::string& id, Call& call) {
  const ClientToolRun run = tools_.run(call.tool, call.arguments);
  if (!std::exchange(call.ran_here, true)) line(Tone::result, "  " + printable_line(run.shown));
  out_.frames.push_back(result_frame(id, run.result));
}

// --- the human ---

void ChatView::say(std::string_view text) {
  if (!connected_) return notice("not connected: this was not sent");
  if (busy()) notice("sent; it waits behind what is being answered");
  known_ = true;
  ++unstarted_;
  out_.frames.push_back(message_frame(chat_, ids_.uuid(), text));
}

void ChatView::interrupt() {
  if (!connected_) return notice("not connected: cannot interrupt now");
  if (!busy()) return notice("nothing is running");
  notice("interrupting ...");
  out_.frames.push_back(interrupt_frame());
}

void ChatView::show_questions() {
  if (questions_.empty()) return notice("nothing waits for your answer");
  CardStyle whole = card_;
  whole.rows_max = 0;
  for (const auto& question : questions_) {
    line(Tone::card, draw_card(question, whole));
    notice(waiting_words(question, clock_));
  }
}

void ChatView::start_over() {
  connected_ = false;
  forget_turn();
  questions_.clear();
  presented_.clear();
  unstarted_ = 0;
  known_ = false;
  chat_ = ids_.uuid();
  notice("a new chat: " + chat_);
}

// --- text ---

void ChatView::notice(std::string_view text) { line(Tone::notice, "(" + std::string(text) + ")"); }

void ChatView::put(Tone tone, std::string text) {
  if (text.empty()) return;
  at_line_start_ = text.back() == '\n';
  last_tone_ = tone;
  if (!out_.shown.empty() && out_.shown.back().tone == tone) {
    out_.shown.back().text += text;
  } else {
    out_.shown.push_back({tone, std::move(text)});
  }
}

void ChatView::fresh_line() {
  if (!at_line_start_) put(Tone::text, "\n");
}

void ChatView::line(Tone tone, std::string text) {
  fresh_line();
  if (!text.ends_with('\n')) text += '\n';
  put(tone, std::move(text));
}

}  // namespace holdpoint

#include "app/chat_dialogue.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/chat_text.hpp"

namespace holdpoint {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto begin = text.find_first_not_of(blank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::ranges::any_of(words, [word](std::string_view known) {
    return std::ranges::equal(known, word, [](char a, char b) {
      return a == std::tolower(static_cast<unsigned char>(b));
    });
  });
}

constexpr std::string_view reason_prefix = "reason ";

}  // namespace

std::optional<TypedAnswer> parse_answer(std::string_view line) {
  constexpr std::array<std::string_view, 4> yes{"a", "approve", "y", "yes"};
  constexpr std::array<std::string_view, 4> no{"d", "deny", "n", "no"};
  line = trimmed(line);
  if (is_one_of(yes, line)) return TypedAnswer{true, std::nullopt};
  const auto end = std::min(line.find_first_of(" \t"), line.size());
  if (!is_one_of(no, line.substr(0, end))) return std::nullopt;
  TypedAnswer denied;
  const auto reason = trimmed(line.substr(end));
  if (!reason.empty()) denied.reason = std::string(reason);
  return denied;
}

ChatDialogue::Prompt ChatDialogue::prompt() const {
  const auto* question = view_.question();
  if (!question) return {view_.connected() ? "you> " : "(not connected) you> ", ""};
  if (question->approval == denying_) {
    return {"reason, or nothing> ", std::string(reason_prefix) + denying_};
  }
  std::string text = shortened(printable_line(question->tool), 24) + "? [a]pprove / [d]eny (" +
                     waiting_words(*question, clock_);
  if (view_.questions() > 1) text += ", " + std::to_string(view_.questions() - 1) + " more";
  return {text + ")> ", question->approval};
}

ChatDialogue::Then ChatDialogue::line(std::string_view typed, std::string_view key) {
  const std::string_view text = trimmed(typed);
  const std::string now = prompt().key;
  interrupted_.reset();
  if (text.starts_with('/')) return command(text);
  if (!key.empty() && key != now && (!now.empty() || parse_answer(text))) {
    view_.notice("that question is no longer open: \"" + printable_line(text) + "\" was not sent");
  } else if (key == now && key.starts_with(reason_prefix)) {
    reason(text);
  } else if (key == now && !key.empty()) {
    answer(text);
  } else if (!text.empty()) {
    view_.say(text);
  }
  return Then::stay;
}

void ChatDialogue::answer(std::string_view text) {
  const auto answer = parse_answer(text);
  if (!answer) {
    if (text.empty() && !script_) return;
    return view_.notice("please answer a (approve) or d (deny); the question is still open");
  }
  if (answer->approved || answer->reason || script_) {
    return view_.decide(answer->approved, answer->reason.value_or(""));
  }
  denying_ = view_.question()->approval;
}

void ChatDialogue::reason(std::string_view text) {
  denying_.clear();
  view_.decide(false, text);
}

ChatDialogue::Then ChatDialogue::command(std::string_view line) {
  if (line == "/quit" || line == "/exit") return Then::leave;
  if (line == "/interrupt") {
    view_.interrupt();
  } else if (line == "/approvals") {
    view_.show_questions();
  } else if (line == "/new") {
    if (view_.busy()) {
      view_.notice("something still runs here: /interrupt it first");
    } else {
      view_.start_over();
      return Then::reconnect;
    }
  } else if (line == "/help") {
    view_.notice("type a message; when a tool asks, a approves and d denies");
    view_.notice("/approvals what waits for you   /interrupt stop the answer   /new a new chat");
    view_.notice("/quit or Ctrl-D leave   Ctrl-C stop the answer, twice: leave");
  } else {
    view_.notice("no such command: " + printable_line(line) + "; /help lists them");
  }
  return Then::stay;
}

ChatDialogue::Then ChatDialogue::interrupt() {
  const SteadyTime now = clock_.steady();
  const bool again = interrupted_ && now - *interrupted_ <= leave_within;
  if (again || !view_.busy() || !view_.connected()) return Then::leave;
  interrupted_ = now;
  denying_.clear();
  view_.interrupt();
  view_.notice("Ctrl-C again leaves");
  return Then::stay;
}

}  // namespace holdpoint

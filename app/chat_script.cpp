#include "app/chat_script.hpp"

#include <utility>

namespace holdpoint {

void ChatScript::bytes(std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    partial_ += text.substr(0, end);
    if (end == std::string_view::npos) return;
    lines_.push_back(std::exchange(partial_, {}));
    text.remove_prefix(end + 1);
  }
}

void ChatScript::end() {
  if (std::exchange(ended_, true)) return;
  if (!partial_.empty()) lines_.push_back(std::exchange(partial_, {}));
}

bool ChatScript::ready() const {
  return view_.connected() && !view_.settling() && (view_.question() || !view_.busy());
}

std::optional<ChatScript::Line> ChatScript::next() {
  if (!ready()) return std::nullopt;
  auto prompt = dialogue_.prompt();
  if (lines_.empty()) {
    if (!awaited_) awaited_ = prompt.key;
    if (ended_ && view_.question() && !std::exchange(said_nobody_, true)) {
      view_.notice("the input has ended: nobody here will answer; waiting for the server");
    }
    return std::nullopt;
  }
  // A line that was awaited belongs to what it was awaited for, even if something else is asked
  // by now: a yes must not end up at another question, nor a message become a yes.
  std::string key = std::exchange(awaited_, std::nullopt).value_or(prompt.key);
  Line line{std::move(lines_.front()), std::move(key), std::move(prompt.text)};
  lines_.pop_front();
  return line;
}

}  // namespace holdpoint

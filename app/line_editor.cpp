#include "app/line_editor.hpp"

namespace holdpoint {

namespace {

constexpr char escape = '\x1b';
constexpr char control_key(char letter) { return static_cast<char>(letter & 0x1f); }
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

}  // namespace

LineEditor::Did LineEditor::feed(char byte) {
  if (!escape_.empty()) return escaped(byte);
  if (byte == '\n' || byte == '\r') return Did::line;
  const auto code = static_cast<unsigned char>(byte);
  if (code < 0x20 || code == 0x7f) return control(byte);
  if (text_.size() >= text_max) return Did::nothing;
  text_.insert(cursor_++, 1, byte);
  return Did::changed;
}

LineEditor::Did LineEditor::control(char byte) {
  switch (byte) {
    case escape: escape_ = byte; return Did::nothing;
    case 0x7f:
    case control_key('H'): erase(before(), cursor_); break;
    case control_key('D'):
      if (text_.empty()) return Did::end;
      erase(cursor_, after());
      break;
    case control_key('A'): cursor_ = 0; break;
    case control_key('E'): cursor_ = text_.size(); break;
    case control_key('U'): erase(0, cursor_); break;
    case control_key('K'): erase(cursor_, text_.size()); break;
    case control_key('W'): {
      auto from = text_.find_last_not_of(' ', cursor_ == 0 ? 0 : cursor_ - 1);
      from = from == std::string::npos ? 0 : text_.find_last_of(' ', from);
      erase(from == std::string::npos ? 0 : from + 1, cursor_);
      break;
    }
    default: return Did::nothing;
  }
  return Did::changed;
}

// ESC [ parameters final, or ESC O final. What is not known is swallowed whole.
LineEditor::Did LineEditor::escaped(char byte) {
  constexpr std::size_t sequence_max = 16;
  escape_ += byte;
  if (escape_.size() == 2 && (byte == '[' || byte == 'O')) return Did::nothing;
  const bool parameter = escape_.size() > 2 && byte < '@';
  if (parameter && escape_.size() < sequence_max) return Did::nothing;
  const std::string sequence = std::exchange(escape_, {}).substr(1);
  if (sequence == "[D") {
    cursor_ = before();
  } else if (sequence == "[C") {
    cursor_ = after();
  } else if (sequence == "[H" || sequence == "OH" || sequence == "[1~") {
    cursor_ = 0;
  } else if (sequence == "[F" || sequence == "OF" || sequence == "[4~") {
    cursor_ = text_.size();
  } else if (sequence == "[3~") {
    erase(cursor_, after());
  } else if (sequence == "[A" && recalled_ > 0) {
    recall(recalled_ - 1);
  } else if (sequence == "[B" && recalled_ < history_.size()) {
    recall(recalled_ + 1);
  } else {
    return Did::nothing;
  }
  return Did::changed;
}

void LineEditor::remember(std::string line) {
  if (history_.size() >= history_max) history_.erase(history_.begin());
  history_.push_back(std::move(line));
  recalled_ = history_.size();
}

void LineEditor::recall(std::size_t at) {
  recalled_ = at;
  put(at < history_.size() ? history_[at] : std::string());
}

void LineEditor::erase(std::size_t from, std::size_t to) {
  if (from >= to) return;
  text_.erase(from, to - from);
  cursor_ = from;
}

std::size_t LineEditor::before() const {
  std::size_t at = cursor_;
  while (at > 0 && continues(text_[--at])) continue;
  return at;
}

std::size_t LineEditor::after() const {
  std::size_t at = cursor_ < text_.size() ? cursor_ + 1 : cursor_;
  while (at < text_.size() && continues(text_[at])) ++at;
  return at;
}

}  // namespace holdpoint

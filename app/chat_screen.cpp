#include "app/chat_screen.hpp"

#include "app/chat_text.hpp"

namespace holdpoint {

namespace {

constexpr std::string_view plain = "\x1b[0m";

std::string_view colour_of(Tone tone) {
  switch (tone) {
    case Tone::text: return "";
    case Tone::thought: return "\x1b[2m";
    case Tone::call: return "\x1b[36m";
    case Tone::result: return "\x1b[32m";
    case Tone::trouble: return "\x1b[31m";
    case Tone::notice: return "\x1b[2m";
    case Tone::card: return "\x1b[33m";
  }
  return "";
}

std::string to_column(std::size_t column) { return "\x1b[" + std::to_string(column + 1) + "G"; }

}  // namespace

std::string ChatScreen::show(const std::vector<Shown>& all) {
  std::string out;
  if (all.empty()) return out;
  if (terminal_) out = hide();
  for (const auto& shown : all) {
    const auto colour = colours_ ? colour_of(shown.tone) : std::string_view();
    out += colour;
    put(out, shown.text);
    if (!colour.empty()) out += plain;
  }
  return out;
}

void ChatScreen::put(std::string& out, std::string_view text) {
  if (!terminal_) {
    out += text;
    if (!text.empty()) column_ = text.ends_with('\n') ? 0 : 1;
    return;
  }
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = take_character(text);
    if (c == U'\n') {
      out += '\n';
      column_ = word_begin_ = 0;
      word_.clear();
      continue;
    }
    const std::size_t width = columns_of(c);
    const bool full = column_ + width >= columns_;  // the last column is left free
    if (full && c != U' ') wrap(out, width);
    if (!full || c != U' ') {
      const auto bytes = before.substr(0, before.size() - text.size());
      out += bytes;
      column_ += width;
      word_ += bytes;
    }
    if (c != U' ') continue;
    word_.clear();
    word_begin_ = column_;
  }
}

void ChatScreen::wrap(std::string& out, std::size_t width) {
  const std::size_t word = column_ - word_begin_;
  if (word_begin_ > 0 && word + width < columns_) {
    out += to_column(word_begin_) + "\x1b[K\n" + word_;
    column_ = word;
  } else {
    out += '\n';
    column_ = 0;
    word_.clear();
  }
  word_begin_ = 0;
}

std::string ChatScreen::hide() {
  if (!std::exchange(drawn_, false)) return {};
  std::string out = "\r\x1b[K";
  if (column_ > 0) out += "\x1b[A" + to_column(column_);
  return out;
}

std::string ChatScreen::prompt(std::string_view prompt, std::string_view typed,
                               std::size_t cursor) {
  if (!terminal_) return {};
  std::string out = hide();
  if (column_ > 0) out += '\n';
  drawn_ = true;
  const std::string label = shortened(prompt, columns_ - 10);
  const std::size_t room = columns_ - columns_of(label) - 1;
  std::string_view left = typed.substr(0, cursor);
  while (columns_of(left) >= room) take_character(left);
  std::string_view right = typed.substr(cursor);
  const std::size_t left_columns = columns_of(left);
  const auto behind = right.empty() ? right : take_columns(right, room - left_columns);
  const bool fits = left_columns + columns_of(behind) <= room;
  out.append(label).append(left).append(fits ? behind : std::string_view());
  return out + to_column(columns_of(label) + left_columns);
}

std::string ChatScreen::keep(std::string_view prompt, std::string_view typed) {
  std::string out = terminal_ ? hide() : std::string();
  if (column_ > 0) put(out, "\n");
  put(out, printable_line(prompt));
  put(out, printable_line(typed));
  put(out, "\n");
  return out;
}

}  // namespace holdpoint

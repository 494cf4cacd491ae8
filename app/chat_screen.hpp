#pragma once
// What has to be written so that text scrolls by above a prompt, while somebody types there. Words
// are wrapped here and not by the terminal, so that it is always known where the cursor is. Pure:
// returns bytes; one thread.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/chat_view.hpp"

namespace holdpoint {

class ChatScreen {
 public:
  // Not a terminal: text is passed on as it is, and there are no prompts.
  ChatScreen(bool terminal, bool colours) : terminal_(terminal), colours_(colours) {}

  void columns(std::size_t columns) { columns_ = columns < 20 ? 20 : columns; }

  std::string show(const std::vector<Shown>& all);
  // Draws the line that is being typed, or draws it again.
  std::string prompt(std::string_view prompt, std::string_view typed, std::size_t cursor);
  std::string hide();  // the prompt
  // The line was entered: it stays where it is.
  std::string keep(std::string_view prompt, std::string_view typed);

 private:
  void put(std::string& out, std::string_view text);
  void wrap(std::string& out, std::size_t width);

  const bool terminal_;
  const bool colours_;
  std::size_t columns_ = 80;
  std::size_t column_ = 0;     // where the text above the prompt ends
  std::string word_;           // that is being written, to be taken to the next line
  std::size_t word_begin_ = 0;
  bool drawn_ = false;
};

}  // namespace holdpoint

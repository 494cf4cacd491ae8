#pragma once
// Lines of a standard input that is no terminal: each waits until it is its turn. A message waits
// for the end of the answer before it; while a question is open the next line answers it. Pure; one
// thread.

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/chat_dialogue.hpp"

namespace holdpoint {

class ChatScript {
 public:
  static constexpr std::size_t line_bytes_max = std::size_t{1} << 20;

  ChatScript(ChatView& view, ChatDialogue& dialogue) : view_(view), dialogue_(dialogue) {}

  void bytes(std::string_view text);
  void end();  // of the input
  // Whether there is no whole line left, so that more should be read.
  bool hungry() const { return lines_.empty() && !ended_; }

  // The line whose turn it is, if there is one; call again until there is none.
  struct Line {
    std::string text;
    std::string key;
    std::string prompt;  // what it answers, for the transcript
  };
  std::optional<Line> next();
  // Everything was read, sent and answered.
  bool over() const { return ended_ && lines_.empty() && ready() && !view_.busy(); }
  bool too_long() const { return partial_.size() > line_bytes_max; }

 private:
  bool ready() const;

  ChatView& view_;
  ChatDialogue& dialogue_;
  std::deque<std::string> lines_;
  std::string partial_;
  bool ended_ = false;
  bool said_nobody_ = false;
  std::optional<std::string> awaited_;  // key of the prompt for which a line is awaited
};

}  // namespace holdpoint

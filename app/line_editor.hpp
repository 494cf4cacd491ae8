#pragma once
// One line being typed: bytes of a terminal in, text and cursor out. UTF-8, arrows, a few lines of
// history. Pure; one thread.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace holdpoint {

class LineEditor {
 public:
  static constexpr std::size_t text_max = 64 << 10;  // bytes; more is not taken
  static constexpr std::size_t history_max = 100;

  enum class Did { nothing, changed, line, end };
  // `line`: Enter was pressed, `take` it. `end`: Ctrl-D on an empty line.
  Did feed(char byte);

  const std::string& text() const { return text_; }
  std::size_t cursor() const { return cursor_; }  // in bytes, between characters
  std::string take() {
    cursor_ = 0;
    return std::exchange(text_, {});
  }
  void put(std::string text) {
    text_ = std::move(text);
    cursor_ = text_.size();
  }
  void remember(std::string line);  // the up arrow brings it back

 private:
  Did control(char byte);
  Did escaped(char byte);
  void erase(std::size_t from, std::size_t to);
  void recall(std::size_t at);
  std::size_t before() const;  // the character on the left
  std::size_t after() const;   // behind the one on the right

  std::string text_;
  std::size_t cursor_ = 0;
  std::string escape_;  // what has come of an escape sequence
  std::vector<std::string> history_;
  std::size_t recalled_ = 0;  // index into history_; its size: the new line
};

}  // namespace holdpoint

#pragma once
// The terminal, key by key: no echo, no lines; Ctrl-C still is a signal. As it was before when this
// is destroyed. One thread, one of these at a time.

#include <termios.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace holdpoint {

class Terminal {
 public:
  explicit Terminal(int input);  // does nothing when it is no terminal
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() { restore(); }

  void raw();
  void restore();

 private:
  const int input_;
  std::optional<termios> before_;
};

/// 80 when it cannot be told.
std::size_t terminal_columns(int output);

/// Writes all of it, also to a descriptor that does not block. False: nobody reads it any more.
bool write_all(int output, std::string_view text);

}  // namespace holdpoint

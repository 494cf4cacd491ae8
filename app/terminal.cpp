#include "app/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

namespace holdpoint {

Terminal::Terminal(int input) : input_(input) { raw(); }

void Terminal::raw() {
  termios now{};
  if (before_ || ::tcgetattr(input_, &now) != 0) return;
  before_ = now;
  now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
  now.c_iflag &= ~static_cast<tcflag_t>(IXON);
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  ::tcsetattr(input_, TCSADRAIN, &now);
}

void Terminal::restore() {
  if (before_) ::tcsetattr(input_, TCSADRAIN, &*before_);
  before_.reset();
}

std::size_t terminal_columns(int output) {
  winsize size{};
  if (::ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool write_all(int output, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(output, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd writable{output, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace holdpoint

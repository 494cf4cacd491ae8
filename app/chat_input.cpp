#include "app/chat_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace holdpoint {

namespace {

// A terminal's standard input is one open file with its standard output and with the shell: that
// one must not stop blocking, so it is opened once more.
int own_descriptor() {
  if (::isatty(STDIN_FILENO)) {
    const char* name = ::ttyname(STDIN_FILENO);
    const int own = name ? ::open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC) : -1;
    if (own >= 0) return own;
  }
  return ::dup(STDIN_FILENO);
}

// What epoll can wait for.
bool can_wait() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) return false;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || ::isatty(STDIN_FILENO);
}

}  // namespace

ChatInput::ChatInput(Executor executor) {
  if (!can_wait()) return;
  const int flags = ::fcntl(STDIN_FILENO, F_GETFL);
  if (flags >= 0) flags_ = flags;
  stream_.emplace(executor, own_descriptor());
}

ChatInput::~ChatInput() {
  stream_.reset();
  if (flags_) ::fcntl(STDIN_FILENO, F_SETFL, *flags_);
}

Task<std::string> ChatInput::read() {
  std::array<char, 4096> bytes{};
  if (stream_) {
    const auto buffer = asio::buffer(bytes);
    const auto [error, count] = co_await stream_->async_read_some(buffer, as_result);
    if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
    co_return std::string(bytes.data(), count);
  }
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  co_return std::string(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
}

}  // namespace holdpoint

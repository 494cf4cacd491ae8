#pragma once
// Standard input, read without blocking the loop whatever it is: a terminal, a pipe, a file. One
// thread; its flags are as they were when this is destroyed.

#include <optional>
#include <string>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "runtime/asio.hpp"

namespace holdpoint {

class ChatInput {
 public:
  explicit ChatInput(Executor executor);
  ChatInput(const ChatInput&) = delete;
  ChatInput& operator=(const ChatInput&) = delete;
  ~ChatInput();

  Task<std::string> read();  // some bytes; none: the end

 private:
  std::optional<asio::posix::stream_descriptor> stream_;  // none: a file, which never blocks
  std::optional<int> flags_;                              // of standard input, to be put back
};

}  // namespace holdpoint

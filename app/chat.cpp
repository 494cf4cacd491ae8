#include "app/chat.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "app/chat_client.hpp"

namespace holdpoint {

namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

bool dumb() {
  const char* terminal = std::getenv("TERM");
  return !terminal || std::string_view(terminal) == "dumb";
}

}  // namespace

int run_chat(const ChatOptions& options) {
  auto url = parse_server_url(options.url);
  if (!url) {
    std::cerr << "holdpoint chat: " << to_string(url.error()) << '\n';
    return 2;
  }
  const bool terminal = ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO) && !dumb();
  const auto mode = terminal ? ChatClient::Mode::terminal : ChatClient::Mode::plain;
  ChatClient client(std::move(*url), options, mode, terminal && !is_set("NO_COLOR"));
  return client.run();
}

}  // namespace holdpoint

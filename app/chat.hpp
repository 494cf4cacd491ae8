#pragma once
// `holdpoint chat`: a person at a terminal, or a script at its standard input, talks to a server.
// Blocks until they leave; one thread.

#include <optional>
#include <string>

namespace holdpoint {

struct ChatOptions {
  // ws://HOST:PORT/live, HOST:PORT, or the link that a server prints.
  std::string url = "ws://127.0.0.1:8080/live";
  // Empty: the one in the URL, else $HOLDPOINT_TOKEN, else the file that the server has left.
  std::string token;
  std::string chat;                     // continue this one; empty: a new one
  std::optional<std::string> location;  // what get_location answers: "LAT,LON" or a place's name
};

/// The exit code: 0 when all was said, 1 when the connection failed or a turn was lost, 2 when the
/// URL is no URL, 130 when a script was interrupted.
int run_chat(const ChatOptions& options);

}  // namespace holdpoint

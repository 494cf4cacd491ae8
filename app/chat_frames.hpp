#pragma once
// The client's half of the adk dialect: what a client says, and what it hears. Pure; any thread.

#include <string>
#include <string_view>

#include "runtime/json.hpp"
#include "runtime/result.hpp"

namespace holdpoint {

std::string message_frame(std::string_view chat, std::string_view id, std::string_view text);
std::string approval_frame(std::string_view approval, std::string_view call, bool approved,
                           std::string_view reason);
std::string result_frame(std::string_view call, const json::value& result);
std::string interrupt_frame();
std::string resume_frame(std::string_view chat);
std::string ping_frame();

struct ServerFrame {
  bool done = false;   // the turn has ended: [DONE]
  json::object chunk;  // else
  std::string type;    // of the chunk
};

/// "data: {json}\n\n", "data: [DONE]\n\n", or a bare JSON object.
Result<ServerFrame> read_server_frame(std::string_view text);

}  // namespace holdpoint

#pragma once
// What a client says in flat JSON frames, the same in all dialects on a socket (docs/protocol.md):
// a history, a decision, a result, an interrupt, a resume, a ping. Free functions; any thread.

#include <string_view>

#include "runtime/json.hpp"
#include "transport/wire/dialect.hpp"

namespace holdpoint {

Result<json::object> parse_client_frame(std::string_view text);

// Errors say what is wrong with the frame and where. Unknown types are no error.
Result<ClientFrame> read_client_frame(const json::object& frame);

}  // namespace holdpoint

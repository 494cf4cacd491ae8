#pragma once
// What a chat client says with its whole history: the `messages` array of UI messages, which all
// dialects share. The last message counts. A user's message starts a turn; an assistant's or a
// tool's carries decisions and results of client tools, in the five shapes that clients have been
// seen to use (docs/protocol.md). Text is never read as a decision. Free functions; any thread.

#include "runtime/json.hpp"
#include "transport/wire/dialect.hpp"

namespace holdpoint {

// Reads `id`, `version`, `messages`, `trigger` and `messageId` of a frame or body into a frame of
// kind `message`. Errors point at the member that is malformed: "/messages/1/parts/0/approval".
Result<ClientFrame> read_chat(const json::object& frame);

}  // namespace holdpoint

#pragma once
// What waits for a human, as a list: suspended coroutines are otherwise invisible. Pure; any
// thread.

#include <memory>
#include <string>
#include <vector>

#include "runtime/session.hpp"

namespace holdpoint {

/// Of one principal, oldest question first; times in milliseconds since 1970, `question` counts
/// from 1, `chat` is missing where the session belongs to one connection:
///   {"now": MS, "waiting": [{"approvalId", "chat"?, "toolCallId", "tool", "input", "question",
///    "prompt"?, "risk", "askedAt", "deadline"?, "watchers"}]}
json::object waiting_list(const std::string& principal, std::vector<ApprovalPtr> pending,
                          const std::vector<std::shared_ptr<Session>>& sessions, WallTime now);

}  // namespace holdpoint

#pragma once
// A session for those who hold it in their own hands, without a door: says something, shows what
// happens to a function, and takes back what it answers. Used by embedders, from any executor.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/session.hpp"

namespace holdpoint {

/// Sees each event and gives what is to be said to it, which may be nothing. One at a time.
using Human = std::function<std::vector<Message>(const Event& event)>;

/// Says `text` in the session and returns when the turn that answers it has ended; what happens in
/// the session until then is shown to `human`. Also returns when the session refuses the text: too
/// much waits in it. Throws std::invalid_argument without a session, as a full store gives it.
Task<> converse(std::shared_ptr<Session> session, std::string text, Human human);

Message yes(const event::Asked& asked);
Message no(const event::Asked& asked, std::string reason = {});

}  // namespace holdpoint

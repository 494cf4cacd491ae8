#pragma once
// The client's side: one open WebSocket to a Holdpoint server. Runs on the caller's executor, which
// should be a strand when the context has several threads.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/result.hpp"
#include "transport/net/url.hpp"
#include "transport/net/websocket.hpp"

namespace holdpoint {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// Connects and shakes hands; the token of the URL is sent as `Authorization: Bearer`. Without a
/// subprotocol none is offered. An error names the address and what the server said, if it did.
Task<Result<std::unique_ptr<WebSocket>>> connect_websocket(ServerUrl url, std::string subprotocol,
                                                           Headers headers);

}  // namespace holdpoint

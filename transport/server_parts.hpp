#pragma once
// What the connections of one server share: made by the server, outlives them all. Read-only while
// it listens; any thread.

#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/services.hpp"
#include "runtime/session_store.hpp"
#include "transport/auth.hpp"
#include "transport/http.hpp"
#include "transport/wire/dialect.hpp"

namespace holdpoint {

struct Timeouts {
  std::chrono::milliseconds request = std::chrono::seconds(30);    // to come in, or to be answered
  std::chrono::milliseconds handshake = std::chrono::seconds(10);  // WebSocket: open, close
  std::chrono::milliseconds silence =
      std::chrono::seconds(20);  // WebSocket; a ping after half of it
};

struct ServerParts {
  const Services& services;
  SessionStore& sessions;
  AuthConfig auth;
  Timeouts timeouts;
  std::vector<Route> routes;
  std::vector<std::shared_ptr<const Dialect>> dialects;  // the first: when none is asked for
};

inline constexpr std::string_view live_path = "/live";

}  // namespace holdpoint

#pragma once
// Where a server listens or a client connects: a host and a port, as people write them.
// Values and pure functions; any thread.

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/result.hpp"

namespace holdpoint {

struct Endpoint {
  std::string host;  // a name or an address, IPv6 without its brackets
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
};

std::string to_string(const Endpoint& endpoint);  // "HOST:PORT", "[::1]:PORT"

/// "HOST:PORT" or "[IPV6]:PORT". Both must be there; port 0 means any that is free.
Result<Endpoint> parse_host_port(std::string_view text);

/// A decimal port, whole.
Result<std::uint16_t> parse_port(std::string_view text);

/// 127.0.0.0/8, ::1 or "localhost".
bool is_loopback(std::string_view host);

}  // namespace holdpoint

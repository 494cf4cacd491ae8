#pragma once
// What doors and clients need of URLs, cookies and percent signs. Pure functions of foreign text;
// any thread.

#include <optional>
#include <string>
#include <string_view>

#include "runtime/result.hpp"
#include "transport/net/endpoint.hpp"

namespace holdpoint {

/// None: a percent sign without two hex digits behind it.
std::optional<std::string> percent_decode(std::string_view text);
/// Everything but letters, digits and "-._~" is encoded.
std::string percent_encode(std::string_view text);

/// The path of a request's target ("/a/b?c=d"), decoded. None: not a path that HTTP allows.
std::optional<std::string> path_of(std::string_view target);
/// The first value of that name in a request's target, decoded.
std::optional<std::string> query_parameter(std::string_view target, std::string_view name);

/// Whether a Cookie header has `name=value` for a value that `accept` likes. A browser may send
/// several of one name.
template <class Accept>
bool any_cookie(std::string_view header, std::string_view name, Accept accept) {
  while (!header.empty()) {
    const auto end = header.find(';');
    std::string_view pair = header.substr(0, end);
    header = end == std::string_view::npos ? std::string_view() : header.substr(end + 1);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=' &&
        accept(pair.substr(name.size() + 1))) {
      return true;
    }
  }
  return false;
}

// The address of a Holdpoint server, as its users have it at hand.
struct ServerUrl {
  Endpoint endpoint;
  std::string target;  // path and query, of the WebSocket
  std::string token;   // from the link that a server prints; empty: there is none
};
std::string to_string(const ServerUrl& url);  // without the token: fit for logs

/// ws://HOST:PORT/live, the link http://HOST:PORT/?token=…, or just HOST:PORT. Without a path
/// the target is /live.
Result<ServerUrl> parse_server_url(std::string_view text);

}  // namespace holdpoint

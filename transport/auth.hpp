#pragma once
// Who may come in, and as whom: every door asks here first, loopback or not. One pure function over
// the parts of a request that matter; the token is in its configuration and in no log.
// Values; any thread.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "transport/net/endpoint.hpp"

namespace holdpoint {

inline constexpr std::string_view token_cookie = "holdpoint_token";
inline constexpr std::string_view nobody_in_particular = "anyone";  // the principal without auth

struct AuthConfig {
  std::string token;      // empty: anybody may come in, if from this machine
  std::string principal;  // whoever has the token is this user
  Endpoint listening;     // what the server is bound to, with its real port
  std::vector<std::string> hosts;    // further names in Host: "example.org" or "example.org:8443"
  std::vector<std::string> origins;  // further pages that may connect: "https://example.org"
};

// Of a request. Headers that were not sent are empty.
struct RequestParts {
  std::string_view method;
  std::string_view target;
  std::string_view host;
  std::string_view origin;
  std::string_view cookie;
  std::string_view authorization;
};

struct Principal {
  std::string name;
};
struct Refusal {
  unsigned status;
  std::string text;  // for whoever sent it: what is wrong and what to do
};
// The link that the server printed was opened: from now on the browser knows the token, and its
// address bar no longer does.
struct SetCookieAndRedirect {
  std::string cookie;
  std::string location;
};
using Admission = std::variant<Principal, Refusal, SetCookieAndRedirect>;

Admission authorise(const RequestParts& request, const AuthConfig& config);

std::string new_token();    // 192 bits of libcrypto's randomness, in hex
std::string user_name();    // of the user who runs this process; "owner" when there is none
std::string link_for(const AuthConfig& config);  // http://HOST:PORT/?token=…

}  // namespace holdpoint

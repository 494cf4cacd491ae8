#include "transport/auth.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "transport/net/url.hpp"

namespace holdpoint {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

// Host and port of a Host header; a missing port is HTTP's own.
std::optional<Endpoint> authority(std::string_view text, std::uint16_t default_port) {
  const auto with_port = parse_host_port(text);
  if (with_port) return *with_port;
  const auto without = parse_host_port(std::string(text) + ":" + std::to_string(default_port));
  if (without) return *without;
  return std::nullopt;
}

bool is_this_machine(std::string_view host) {
  return same_word(host, "localhost") || host == "127.0.0.1" || host == "::1";
}

bool host_allowed(std::string_view text, const AuthConfig& config) {
  const auto host = authority(text, 80);
  if (!host) return false;
  const bool own_name = is_this_machine(host->host) || same_word(host->host, config.listening.host);
  if (own_name && host->port == config.listening.port) return true;
  return std::ranges::any_of(config.hosts, [&](const std::string& name) {
    const auto allowed = parse_host_port(name);
    return allowed ? same_word(allowed->host, host->host) && allowed->port == host->port
                   : same_word(name, host->host);
  });
}

bool origin_allowed(const RequestParts& request, const AuthConfig& config) {
  if (request.origin.empty()) return true;  // not a page in a browser
  const auto listed = [&](const std::string& origin) { return same_word(origin, request.origin); };
  if (std::ranges::any_of(config.origins, listed)) return true;
  const auto slashes = request.origin.find("://");
  if (slashes == std::string_view::npos) return false;  // "null", of a page that hides its own
  const auto scheme = request.origin.substr(0, slashes);
  const std::uint16_t default_port = scheme == "https" ? 443 : 80;
  const auto origin = authority(request.origin.substr(slashes + 3), default_port);
  if (!origin || (scheme != "http" && scheme != "https")) return false;
  if (config.token.empty() && is_this_machine(origin->host)) return true;
  const auto own = authority(request.host, default_port);
  return own && same_word(own->host, origin->host) && own->port == origin->port;
}

bool is_token(std::string_view offered, const AuthConfig& config) {
  return offered.size() == config.token.size() &&
         CRYPTO_memcmp(offered.data(), config.token.data(), offered.size()) == 0;
}

bool bears_token(std::string_view authorization, const AuthConfig& config) {
  constexpr std::string_view scheme = "bearer ";
  if (!same_word(authorization.substr(0, scheme.size()), scheme)) return false;
  authorization.remove_prefix(scheme.size());
  while (authorization.starts_with(' ')) authorization.remove_prefix(1);
  return is_token(authorization, config);
}

}  // namespace

Admission authorise(const RequestParts& request, const AuthConfig& config) {
  if (!host_allowed(request.host, config)) {
    return Refusal{421, "this server does not answer to that Host; name it in `hosts`"};
  }
  if (!origin_allowed(request, config)) {
    return Refusal{403, "pages of that Origin may not connect; name it in `origins`"};
  }
  if (config.token.empty()) return Principal{std::string(nobody_in_particular)};

  const auto is_ours = [&](std::string_view value) { return is_token(value, config); };
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (reads && request.target.starts_with("/?")) {
    if (const auto token = query_parameter(request.target, "token")) {
      if (!is_ours(*token)) return Refusal{401, "that link is not of this run of the server"};
      return SetCookieAndRedirect{std::string(token_cookie) + "=" + config.token +
                                      "; HttpOnly; SameSite=Strict; Path=/",
                                  "/"};
    }
  }
  if (bears_token(request.authorization, config) ||
      any_cookie(request.cookie, token_cookie, is_ours)) {
    return Principal{config.principal};
  }
  return Refusal{401, "open the link that the server printed when it started, or send its token "
                      "as `Authorization: Bearer TOKEN`"};
}

std::string new_token() {
  std::array<unsigned char, 24> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the system has no randomness to give");
  }
  static constexpr std::string_view hex = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bytes) token += {hex[byte >> 4], hex[byte & 15]};
  return token;
}

std::string user_name() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  const int error = getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  const bool named = error == 0 && found != nullptr && *found->pw_name != '\0';
  return named ? found->pw_name : "owner";
}

std::string link_for(const AuthConfig& config) {
  Endpoint where = config.listening;
  if (where.host == "0.0.0.0") where.host = "127.0.0.1";  // bound to all of them: the nearest one
  if (where.host == "::") where.host = "::1";
  const std::string link = "http://" + to_string(where) + "/";
  return config.token.empty() ? link : link + "?token=" + config.token;
}

}  // namespace holdpoint

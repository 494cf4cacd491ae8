#include "transport/net/endpoint.hpp"

#include <algorithm>
#include <charconv>

#include <boost/asio/ip/address.hpp>

namespace holdpoint {

namespace {

Error bad(std::string_view text, std::string what) {
  return {"\"" + std::string(text) + "\"", std::move(what)};
}

bool is_ipv6(std::string_view host) {
  boost::system::error_code error;
  boost::asio::ip::make_address_v6(std::string(host), error);
  return !error;
}

}  // namespace

std::string to_string(const Endpoint& endpoint) {
  const bool v6 = endpoint.host.find(':') != std::string::npos;
  return (v6 ? "[" + endpoint.host + "]" : endpoint.host) + ":" + std::to_string(endpoint.port);
}

Result<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || stopped != end) return bad(text, "is not a port (0 to 65535)");
  return port;
}

Result<Endpoint> parse_host_port(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return bad(text, "expected HOST:PORT");
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return bad(text, "expected [IPV6]:PORT");
    host = host.substr(1, host.size() - 2);
    if (!is_ipv6(host)) return bad(text, "there is no IPv6 address within the brackets");
  } else if (host.find(':') != std::string_view::npos) {
    return bad(text, "an IPv6 address is written in brackets: [::1]:8080");
  }
  if (host.empty()) return bad(text, "the host is missing; expected HOST:PORT");
  const auto is_host = [](unsigned char c) { return c > ' ' && c < 0x7F && c != '/' && c != '@'; };
  if (!std::ranges::all_of(host, is_host)) return bad(text, "is not a host");
  const auto port = parse_port(text.substr(colon + 1));
  if (!port) return bad(text, "after the colon: " + port.error().what);
  return Endpoint{std::string(host), *port};
}

bool is_loopback(std::string_view host) {
  if (host == "localhost") return true;
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(host), error);
  return !error && address.is_loopback();
}

}  // namespace holdpoint

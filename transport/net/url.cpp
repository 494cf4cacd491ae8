#include "transport/net/url.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/pct_string_view.hpp>
#include <boost/url/url_view.hpp>

namespace holdpoint {

namespace urls = boost::urls;

namespace {

std::string decoded(urls::pct_string_view text) {
  std::string plain(text.decoded_size(), '\0');
  text.decode({}).copy(plain.data(), plain.size());
  return plain;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
  const auto encoded = urls::make_pct_string_view({text.data(), text.size()});
  if (!encoded) return std::nullopt;
  return decoded(*encoded);
}

std::string percent_encode(std::string_view text) {
  static constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out;
}

std::optional<std::string> path_of(std::string_view target) {
  const auto parsed = urls::parse_origin_form({target.data(), target.size()});
  if (!parsed) return std::nullopt;
  return decoded(parsed->encoded_path());
}

std::optional<std::string> query_parameter(std::string_view target, std::string_view name) {
  const auto parsed = urls::parse_origin_form({target.data(), target.size()});
  if (!parsed) return std::nullopt;
  for (const auto& parameter : parsed->encoded_params()) {
    if (decoded(parameter.key) == name) return decoded(parameter.value);
  }
  return std::nullopt;
}

std::string to_string(const ServerUrl& url) {
  return "ws://" + to_string(url.endpoint) + url.target;
}

Result<ServerUrl> parse_server_url(std::string_view text) {
  const auto bad = [text](std::string what) {
    // What follows a question mark may be a secret.
    return Error{"\"" + std::string(text.substr(0, text.find('?'))) + "\"", std::move(what)};
  };
  if (text.find("://") == std::string_view::npos) {
    const auto endpoint = parse_host_port(text);
    if (!endpoint) return endpoint.error();
    return ServerUrl{*endpoint, "/live", ""};
  }
  const auto parsed = urls::parse_uri({text.data(), text.size()});
  if (!parsed) return bad("is not a URL");
  const std::string scheme = parsed->scheme();
  if (scheme == "wss" || scheme == "https") return bad("TLS is not spoken here yet; use ws://");
  if (scheme != "ws" && scheme != "http") return bad("expected ws://HOST:PORT/live");
  const std::string host = parsed->host_address();
  if (host.empty()) return bad("the host is missing");
  if (parsed->has_userinfo()) return bad("a user name has no meaning here");

  ServerUrl url{{host, 80}, "", ""};
  if (parsed->has_port()) {
    const std::string_view digits(parsed->port().data(), parsed->port().size());
    const auto port = parse_port(digits);
    if (!port) return bad("the port " + to_string(port.error()));
    url.endpoint.port = *port;
  }
  std::string query;
  for (const auto& parameter : parsed->encoded_params()) {
    const std::string_view pair(parameter.key.data(), parameter.key.size());
    if (decoded(parameter.key) == "token") {
      url.token = decoded(parameter.value);
      continue;
    }
    query += (query.empty() ? "?" : "&") + std::string(pair);
    if (parameter.has_value) query += "=" + std::string(parameter.value);
  }
  const std::string path(parsed->encoded_path());
  url.target = (path.empty() || path == "/" ? "/live" : path) + query;
  return url;
}

}  // namespace holdpoint

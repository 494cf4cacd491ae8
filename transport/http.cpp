#include "transport/http.hpp"

namespace holdpoint {

HttpResponse respond(http::status status, std::string body, std::string_view type) {
  HttpResponse response;
  response.result(status);
  response.version(11);
  response.set(http::field::content_type, {type.data(), type.size()});
  response.set(http::field::cache_control, "no-store");
  response.set("Referrer-Policy", "no-referrer");
  response.set("X-Content-Type-Options", "nosniff");
  // Who looks at a page may chat from its console.
  response.set("Content-Security-Policy",
               "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; "
               "frame-ancestors 'none'");
  response.body() = std::move(body);
  return response;
}

std::string html_escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace holdpoint

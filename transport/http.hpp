#pragma once
// Plain requests and answers, and the table of what is answered where: a door is a row more.
// Filled before the server listens, read-only afterwards; handlers run on the connection's strand.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "runtime/asio.hpp"

namespace holdpoint {

namespace http = boost::beast::http;

using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

// What a handler gets to know: the request, and who sent it (empty on open routes).
struct Visit {
  const HttpRequest& request;
  const std::string& principal;
};

struct Route {
  std::string path;
  http::verb method = http::verb::get;  // HEAD is answered wherever GET is
  bool open = false;                    // for everybody: no token, any Host
  std::function<Task<HttpResponse>(Visit)> answer;
};

/// With the headers that keep browsers from guessing, caching and passing on.
HttpResponse respond(http::status status, std::string body,
                     std::string_view type = "text/plain; charset=utf-8");
std::string html_escape(std::string_view text);

}  // namespace holdpoint

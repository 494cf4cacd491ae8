#include "app/waiting.hpp"

#include <iostream>

#include <boost/asio/connect.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include "app/chat_text.hpp"
#include "app/server_token.hpp"
#include "transport/http.hpp"
#include "transport/net/websocket.hpp"

namespace holdpoint {

namespace {

constexpr std::chrono::seconds server_patience{10};

// Throws boost::system::system_error.
Task<HttpResponse> get(ServerUrl url, std::string path) {
  beast::tcp_stream stream(co_await asio::this_coro::executor);
  stream.expires_after(server_patience);
  tcp::resolver resolver(stream.get_executor());
  const auto found = co_await resolver.async_resolve(url.endpoint.host,
                                                     std::to_string(url.endpoint.port), use_task);
  co_await stream.async_connect(found, use_task);
  HttpRequest request{http::verb::get, path, 11};
  request.set(http::field::host, to_string(url.endpoint));
  if (!url.token.empty()) request.set(http::field::authorization, "Bearer " + url.token);
  co_await http::async_write(stream, request, use_task);
  beast::flat_buffer buffer;
  HttpResponse response;
  co_await http::async_read(stream, buffer, response, use_task);
  co_return response;
}

std::string ago(std::int64_t milliseconds) {
  const auto seconds = milliseconds / 1000;
  if (seconds < 120) return std::to_string(seconds) + " s";
  if (seconds < 2 * 3600) return std::to_string(seconds / 60) + " min";
  return std::to_string(seconds / 3600) + " h";
}

int fail(const ServerUrl& url, const std::string& what) {
  std::cerr << "holdpoint waiting: " << to_string(url) << ": " << what << "\n";
  return 1;
}

}  // namespace

void print_waiting(std::ostream& out, const json::value& list) {
  const auto& waiting = list.at("waiting").as_array();
  const auto now = list.at("now").to_number<std::int64_t>();
  if (waiting.empty()) out << "nothing waits\n";
  for (const auto& one : waiting) {
    const auto& call = one.as_object();
    out << printable_line(call.at("tool").as_string()) << " "
        << printable_line(write_json(call.at("input"))) << "\n  question "
        << call.at("question").to_number<int>();
    if (const auto* prompt = call.if_contains("prompt")) {
      out << " \"" << printable_line(prompt->as_string()) << "\"";
    }
    out << ", asked " << ago(now - call.at("askedAt").to_number<std::int64_t>()) << " ago, ";
    if (const auto* deadline = call.if_contains("deadline")) {
      out << ago(deadline->to_number<std::int64_t>() - now) << " left";
    } else {
      out << "no deadline";
    }
    out << ", watched by " << call.at("watchers").to_number<int>() << "\n  "
        << printable_line(call.at("approvalId").as_string());
    if (const auto* chat = call.if_contains("chat")) {
      out << " in chat " << printable_line(chat->as_string());
    }
    out << "\n";
  }
}

int run_waiting(const WaitingOptions& options) {
  const auto parsed = parse_server_url(options.url);
  if (!parsed) {
    std::cerr << "holdpoint waiting: " << to_string(parsed.error()) << "\n";
    return 1;
  }
  const ServerUrl url = with_token(*parsed, options.token);
  HttpResponse response;
  std::string failure;
  asio::io_context io;
  asio::co_spawn(io, get(url, "/waiting"), [&](std::exception_ptr error, HttpResponse got) {
    response = std::move(got);
    try {
      if (error) std::rethrow_exception(error);
    } catch (const boost::system::system_error& thrown) {
      failure = thrown.code().message();  // its what() tells of our sources
    } catch (const std::exception& thrown) {
      failure = thrown.what();
    }
  });
  io.run();
  if (!failure.empty()) return fail(url, failure);
  if (response.result() != http::status::ok) return fail(url, response.body());
  const auto list = parse_json(response.body());
  if (!list) return fail(url, to_string(list.error()));
  if (options.as_json) {
    std::cout << response.body();
  } else {
    print_waiting(std::cout, *list);
  }
  return 0;
}

}  // namespace holdpoint

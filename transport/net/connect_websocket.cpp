#include "transport/net/connect_websocket.hpp"

#include <chrono>

#include <boost/beast/core/tcp_stream.hpp>

namespace holdpoint {

namespace {

using Connected = Result<std::unique_ptr<WebSocket>>;

constexpr std::chrono::seconds connect_time{10};
constexpr std::size_t refusal_bytes_max = 200;

// The first line of what a server says beside its status.
std::string refusal(const websocket::response_type& response) {
  std::string text = "the server answered " + std::to_string(response.result_int()) + " " +
                     std::string(response.reason());
  const std::string& body = response.body();
  const std::string line = body.substr(0, std::min(body.find('\n'), refusal_bytes_max));
  return line.empty() ? text : text + ": " + line;
}

}  // namespace

Task<Connected> connect_websocket(ServerUrl url, std::string subprotocol, Headers headers) {
  const auto fail = [&url](std::string what) {
    return Connected(Error(to_string(url.endpoint), std::move(what)));
  };
  const Executor executor = co_await asio::this_coro::executor;
  tcp::resolver resolver(executor);
  const std::string port = std::to_string(url.endpoint.port);
  auto [unknown, found] = co_await resolver.async_resolve(url.endpoint.host, port, as_result);
  if (unknown) co_return fail("cannot find the host: " + unknown.message());

  beast::tcp_stream stream(executor);
  stream.expires_after(connect_time);
  const auto [unreachable, endpoint] = co_await stream.async_connect(found, as_result);
  if (unreachable) co_return fail("cannot connect: " + unreachable.message());
  stream.expires_never();
  stream.socket().set_option(tcp::no_delay(true));

  auto socket = std::make_unique<WebSocket>(stream.release_socket());
  auto timeout = websocket::stream_base::timeout::suggested(beast::role_type::client);
  timeout.handshake_timeout = connect_time;
  socket->set_option(timeout);
  socket->auto_fragment(false);
  if (!url.token.empty()) headers.emplace_back("Authorization", "Bearer " + url.token);
  if (!subprotocol.empty()) headers.emplace_back("Sec-WebSocket-Protocol", std::move(subprotocol));
  socket->set_option(websocket::stream_base::decorator(
      [headers = std::move(headers)](websocket::request_type& request) {
        for (const auto& [name, value] : headers) request.set(name, value);
      }));
  websocket::response_type response;
  const std::string host = to_string(url.endpoint);
  const auto [refused] = co_await socket->async_handshake(response, host, url.target, as_result);
  if (refused == websocket::error::upgrade_declined) co_return fail(refusal(response));
  if (refused) co_return fail("no WebSocket there: " + refused.message());
  co_return Connected(std::move(socket));
}

}  // namespace holdpoint

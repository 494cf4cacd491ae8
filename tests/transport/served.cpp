#include "tests/transport/served.hpp"

#include <stdlib.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>

namespace holdpoint::test {

// --- client ---

struct Client::Reading {
  Client* client;  // null: nobody listens any more
  std::unique_ptr<WebSocket> socket;
  bool paused = false;
};

Client::Client(asio::io_context& io, std::unique_ptr<WebSocket> socket)
    : io_(io), reading_(std::make_shared<Reading>(Reading{this, std::move(socket)})) {
  asio::co_spawn(io_, read(reading_), [](std::exception_ptr) {});
}

Client::~Client() {
  reading_->client = nullptr;
  error_code ignored;
  beast::get_lowest_layer(*reading_->socket).close(ignored);
}

Task<> Client::read(std::shared_ptr<Reading> reading) {
  beast::flat_buffer buffer;
  while (!reading->paused) {
    const auto [error, bytes] = co_await reading->socket->async_read(buffer, as_result);
    if (!reading->client) co_return;
    if (error) {
      reading->client->ended = true;
      reading->client->code = reading->socket->reason().code;
      reading->client->reason = std::string(reading->socket->reason().reason.c_str());
      co_return;
    }
    reading->client->frames.push_back(beast::buffers_to_string(buffer.data()));
    buffer.clear();
  }
}

void Client::send(std::string text, bool binary) {
  auto held = std::make_shared<std::string>(std::move(text));
  reading_->socket->binary(binary);
  bool sent = false;
  reading_->socket->async_write(asio::buffer(*held), [&sent, held](error_code, std::size_t) {
    sent = true;
  });
  io_.restart();
  while (!sent && io_.run_one_for(std::chrono::seconds(10)) > 0) {
  }
  ASSERT_TRUE(sent);
}

void Client::close() {
  reading_->socket->async_close(websocket::close_code::normal, [keep = reading_](error_code) {});
}

void Client::vanish() {
  reading_->client = nullptr;
  error_code ignored;
  auto& socket = beast::get_lowest_layer(*reading_->socket);
  socket.set_option(asio::socket_base::linger(true, 0), ignored);  // a reset, not a farewell
  socket.close(ignored);
}

void Client::stop_reading() { reading_->paused = true; }

void Client::go_on_reading() {
  reading_->paused = false;
  asio::co_spawn(io_, read(reading_), [](std::exception_ptr) {});
}

std::string Client::heard() const {
  std::string all;
  for (const auto& frame : frames) all += frame;
  return all;
}

// --- server ---

Served::~Served() {
  if (server) stop();
}

void Served::serve() {
  options.listen = {"127.0.0.1", 0};
  server = std::make_unique<ChatServer>(world.io.get_executor(), world.sessions, world.services,
                                        options);
  const auto bound = server->listen();
  ASSERT_TRUE(bound) << to_string(bound.error());
  where = *bound;
}

void Served::run_until(std::function<bool()> done) {
  world.io.restart();
  while (!done() && world.io.run_one_for(std::chrono::seconds(10)) > 0) {
  }
  ASSERT_TRUE(done()) << "nothing happens any more";
}

void Served::stop() {
  bool stopped = false;
  asio::co_spawn(world.io, server->stop(), [&stopped](std::exception_ptr) { stopped = true; });
  run_until([&stopped] { return stopped; });
}

Result<std::unique_ptr<WebSocket>> Served::try_connect(Headers headers, std::string subprotocol) {
  using Outcome = Result<std::unique_ptr<WebSocket>>;
  std::optional<Outcome> outcome;
  ServerUrl url{where, "/live", ""};
  asio::co_spawn(world.io, connect_websocket(url, std::move(subprotocol), std::move(headers)),
                 [&outcome](std::exception_ptr, Outcome result) {
                   outcome.emplace(std::move(result));
                 });
  run_until([&outcome] { return outcome.has_value(); });
  return std::move(*outcome);
}

std::unique_ptr<Client> Served::connect(Headers headers, std::string subprotocol) {
  auto socket = try_connect(std::move(headers), std::move(subprotocol));
  EXPECT_TRUE(socket) << to_string(socket.error());
  return std::make_unique<Client>(world.io, std::move(*socket));
}

std::string Served::refused(Headers headers, std::string subprotocol) {
  const auto socket = try_connect(std::move(headers), std::move(subprotocol));
  return socket ? "connected" : socket.error().what;
}

std::string Served::exchange(std::string request) {
  tcp::socket socket(world.io);
  socket.connect({asio::ip::make_address(where.host), where.port});
  std::string answer;
  bool ended = false;
  asio::async_write(socket, asio::buffer(request), [](error_code, std::size_t) {});
  asio::async_read(socket, asio::dynamic_buffer(answer),
                   [&ended](error_code, std::size_t) { ended = true; });
  run_until([&ended] { return ended; });
  error_code ignored;
  socket.close(ignored);
  world.poll();
  return answer;
}

std::string Served::get(std::string target, std::string headers) {
  return exchange("GET " + target + " HTTP/1.1\r\nHost: " + to_string(where) +
                  "\r\nConnection: close\r\n" + headers + "\r\n");
}

// --- frames ---

namespace {

std::string frame(json::object fields, std::string_view chat) {
  if (!chat.empty()) fields["id"] = std::string(chat);
  return write_json(fields);
}

}  // namespace

std::string say(std::string_view text, std::string_view chat) {
  json::object message{{"role", "user"}, {"content", std::string(text)}};
  return frame({{"type", "message"}, {"messages", json::array{std::move(message)}}}, chat);
}

std::string decide(const std::string& approval, bool approved) {
  return frame({{"type", "tool_approval"}, {"approvalId", approval}, {"approved", approved}}, {});
}

std::string answer(const std::string& approval, const std::string& call, bool approved,
                   std::string_view chat) {
  json::object part{{"type", "tool-pay"},
                    {"toolCallId", call},
                    {"state", "approval-responded"},
                    {"input", json::object{}},
                    {"approval", {{"id", approval}, {"approved", approved}}}};
  json::object message{{"role", "assistant"}, {"parts", json::array{std::move(part)}}};
  return frame({{"type", "message"}, {"messages", json::array{std::move(message)}}}, chat);
}

std::string asked(const Client& client) {
  const std::string all = client.heard();
  const auto begin = all.find("confirm-");
  return begin == std::string::npos ? "" : all.substr(begin, all.find('"', begin) - begin);
}

}  // namespace holdpoint::test

#pragma once
// A whole server on loopback, its clients, and the runtime behind it, all on one loop in the test's
// thread: the third ring. Nothing sleeps: the loop runs until what a test waits for is there.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/world.hpp"
#include "transport/chat_server.hpp"
#include "transport/net/connect_websocket.hpp"

namespace holdpoint::test {

// A WebSocket client that reads along.
class Client {
 public:
  Client(asio::io_context& io, std::unique_ptr<WebSocket> socket);
  ~Client();

  void send(std::string text, bool binary = false);
  void close();   // with a handshake
  void vanish();  // without a word
  void stop_reading();  // what the server sends piles up
  void go_on_reading();

  std::string heard() const;  // all frames, one after the other
  bool heard(std::string_view text) const { return heard().find(text) != std::string::npos; }

  std::vector<std::string> frames;
  bool ended = false;
  unsigned code = 0;  // of the server's close frame
  std::string reason;

 private:
  struct Reading;
  static Task<> read(std::shared_ptr<Reading> reading);
  asio::io_context& io_;
  std::shared_ptr<Reading> reading_;
};

class Served : public testing::Test {
 protected:
  ~Served() override;

  void serve();                   // with `options`, on a free port
  void run_until(std::function<bool()> done);
  void stop();

  std::unique_ptr<Client> connect(Headers headers = {}, std::string subprotocol = {});
  std::string refused(Headers headers = {}, std::string subprotocol = {});  // why
  // Sends that, and reads until the server closes.
  std::string exchange(std::string request);
  std::string get(std::string target, std::string headers = {});

  World world;
  ServerOptions options;
  std::unique_ptr<ChatServer> server;
  Endpoint where;

 private:
  Result<std::unique_ptr<WebSocket>> try_connect(Headers headers, std::string subprotocol);
};

// {"type":"message",…}: what a user says in the session `chat` ("" for none).
std::string say(std::string_view text, std::string_view chat = {});
// A decision as our own client sends it, in the session that was named last …
std::string decide(const std::string& approval, bool approved);
// … and as the stock ones do: a part of the assistant's message.
std::string answer(const std::string& approval, const std::string& call, bool approved,
                   std::string_view chat);
// The id in the first tool-approval-request that was heard.
std::string asked(const Client& client);

}  // namespace holdpoint::test

#include "transport/live.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include "tests/transport/served.hpp"

namespace holdpoint::test {
namespace {

using testing::HasSubstr;

struct Live : Served {
  Live() {
    options.auth = false;
    Toolbox tools;
    ToolSpec pay{"pay", "Pays.", {{"type", "object"}}, {.approval = asks}};
    tools.add(std::move(pay), [this](json::value, ToolContext& call) -> Task<json::value> {
      co_await call.approval();
      ++paid;
      co_return json::value("paid");
    });
    world.tools.set(std::move(tools));
  }

  // The model will pay, and then say that it did.
  void script_payment(std::string id = "c1") {
    world.model.calls({call(std::move(id), "pay")});
    world.model.says("all done");
  }
  void run_until_heard(Client& client, std::string text) {
    run_until([&] { return client.heard(text); });
  }
  void run_until_ended(Client& client) {
    run_until([&] { return client.ended; });
  }

  int paid = 0;
};

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST_F(Live, AnswersATurn) {
  serve();
  const auto client = connect();
  world.model.says("hello yourself");
  client->send(say("hello"));
  run_until_heard(*client, "[DONE]");
  EXPECT_THAT(client->frames.front(), HasSubstr("\"start\""));
  EXPECT_THAT(client->heard(), HasSubstr("hello yourself"));
  EXPECT_EQ(client->frames.back(), "data: [DONE]\n\n");
}

TEST_F(Live, AToolWaitsForAYesInTheSameStream) {
  serve();
  const auto client = connect();
  script_payment();
  client->send(say("pay"));
  run_until([&] { return !asked(*client).empty(); });
  world.poll();
  EXPECT_EQ(paid, 0);
  EXPECT_FALSE(client->heard("[DONE]"));
  client->send(decide(asked(*client), true));
  run_until_heard(*client, "[DONE]");
  EXPECT_EQ(paid, 1);
  EXPECT_THAT(client->heard(), HasSubstr("all done"));
}

TEST_F(Live, PingIsAnsweredAsItCame) {
  serve();
  const auto client = connect();
  client->send(R"({"type":"ping","timestamp":1234})");
  run_until([&] { return !client->frames.empty(); });
  EXPECT_EQ(client->frames.front(), R"({"type":"pong","timestamp":1234})");
  EXPECT_EQ(world.sessions.size(), 0u);
}

TEST_F(Live, SubprotocolIsChosenByName) {
  serve();
  EXPECT_EQ(refused({}, "adk"), "connected");
  EXPECT_EQ(refused({}, "klingon, adk"), "connected");
  EXPECT_EQ(refused({}, "klingon"),
            "the server answered 400 Bad Request: no such subprotocol; spoken here: "
            "adk holdpoint.v1 ai7");
}

TEST_F(Live, MalformedFrameLosesNothingThatWaits) {
  serve();
  const auto first = connect();
  script_payment();
  first->send(say("pay", "chat-1"));
  run_until([&] { return !asked(*first).empty(); });
  first->send(R"({"type":"message",)");
  run_until_ended(*first);
  EXPECT_EQ(first->code, 1002u);
  EXPECT_THAT(first->reason, HasSubstr("malformed frame: line 1, column"));

  const auto second = connect();
  second->send(answer(asked(*first), "c1", true, "chat-1"));
  run_until_heard(*second, "[DONE]");
  EXPECT_EQ(paid, 1);
}

TEST_F(Live, UnknownFramesAreIgnored) {
  serve();
  const auto client = connect();
  client->send(R"({"type":"dance"})");
  client->send(R"({"type":"ping","timestamp":1})");
  run_until_heard(*client, "pong");
  EXPECT_FALSE(client->ended);
}

TEST_F(Live, HugeFrame) {
  world.limits.frame_bytes_max = 1000;
  serve();
  const auto client = connect();
  client->send(say(std::string(2000, 'x')));
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1009u);
}

TEST_F(Live, BinaryFrame) {
  serve();
  const auto client = connect();
  client->send("\x01\x02", true);
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1003u);
}

TEST_F(Live, InvalidUtf8) {
  serve();
  const auto client = connect();
  client->send("{\"type\":\"\xFF\"}");
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1007u);
}

TEST_F(Live, AVanishedClientCancelsNothing) {
  serve();
  auto first = connect();
  script_payment();
  first->send(say("pay", "chat-1"));
  run_until([&] { return !asked(*first).empty(); });
  first->vanish();
  world.poll();
  world.advance(world.limits.connection_grace * 2);

  const auto second = connect();
  second->send(R"({"type":"resume","id":"chat-1"})");
  run_until([&] { return !asked(*second).empty(); });
  EXPECT_EQ(asked(*second), asked(*first));
  second->send(decide(asked(*second), true));
  run_until_heard(*second, "[DONE]");
  EXPECT_EQ(paid, 1);
}

TEST_F(Live, ANamelessSessionEndsWithItsConnection) {
  serve();
  auto client = connect();
  script_payment();
  client->send(say("pay"));
  run_until([&] { return !asked(*client).empty(); });
  client->close();
  run_until_ended(*client);
  world.poll();
  EXPECT_EQ(world.sessions.size(), 1u);
  world.advance(world.limits.connection_grace + std::chrono::seconds(1));
  EXPECT_EQ(world.sessions.size(), 0u);
  EXPECT_EQ(paid, 0);
}

TEST_F(Live, AHalfClosedClientIsLetGo) {
  serve();
  const auto bound = where;
  tcp::socket raw(world.io);
  raw.connect({asio::ip::make_address(bound.host), bound.port});
  const std::string upgrade =
      "GET /live HTTP/1.1\r\nHost: " + to_string(bound) +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  asio::write(raw, asio::buffer(upgrade));
  std::string answer;
  bool ended = false;
  asio::async_read_until(raw, asio::dynamic_buffer(answer), "\r\n\r\n",
                         [&](error_code, std::size_t) { ended = true; });
  run_until([&] { return ended; });
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 101 "));
  raw.shutdown(tcp::socket::shutdown_send);
  ended = false;
  asio::async_read(raw, asio::dynamic_buffer(answer),
                   [&](error_code, std::size_t) { ended = true; });
  run_until([&] { return ended; });
}

TEST_F(Live, FramesBeforeTheHandshakeAreRefused) {
  serve();
  const std::string answer = exchange(
      "GET /live HTTP/1.1\r\nHost: " + to_string(where) +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\nfirst!");
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 400 "));
}

TEST_F(Live, TwoConnectionsSeeTheSameSession) {
  serve();
  const auto one = connect();
  const auto two = connect();
  world.model.says("first");
  two->send(R"({"type":"resume","id":"chat-1"})");
  one->send(say("hello", "chat-1"));
  run_until_heard(*one, "[DONE]");
  run_until_heard(*two, "[DONE]");
  EXPECT_EQ(one->heard(), two->heard());
}

TEST_F(Live, TwoConnectionsDoNotMixUp) {
  serve();
  const auto one = connect();
  const auto two = connect();
  world.model.says("for one");
  one->send(say("hello"));
  run_until_heard(*one, "[DONE]");
  world.model.says("for two");
  two->send(say("hello"));
  run_until_heard(*two, "[DONE]");
  EXPECT_FALSE(one->heard("for two"));
  EXPECT_FALSE(two->heard("for one"));
}

TEST_F(Live, ManySessionsOnOneConnection) {
  world.limits.views_per_connection_max = 2;
  serve();
  const auto client = connect();
  client->send(say("hello", "a"));
  client->send(say("hello", "b"));
  client->send(say("hello"));  // in b, which was named last
  run_until([&] { return count(client->heard(), "[DONE]") == 3; });
  EXPECT_EQ(world.sessions.size(), 2u);
  client->send(say("hello", "c"));
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1008u);
  EXPECT_EQ(client->reason, "too many sessions on one connection");
}

TEST_F(Live, NoRoomForASession) {
  world.limits.sessions_max = 1;
  serve();
  const auto client = connect();
  client->send(say("hello", "a"));
  client->send(say("hello", "b"));
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1013u);
}

TEST_F(Live, ResumingTwiceRepeatsTheTurnAndFollowsOnce) {
  serve();
  const auto client = connect();
  world.model.says("one");
  client->send(say("hello", "a"));
  run_until_heard(*client, "[DONE]");
  client->send(R"({"type":"resume","id":"a"})");
  run_until([&] { return count(client->heard(), "[DONE]") == 2; });
  world.model.says("two");
  client->send(say("again", "a"));
  run_until([&] { return count(client->heard(), "[DONE]") == 3; });
  world.poll();
  EXPECT_EQ(count(client->heard(), "\"two\""), 1);
  EXPECT_EQ(count(client->heard(), "\"one\""), 2);
}

TEST_F(Live, AFastClientIsReadMoreSlowlyAndLosesNothing) {
  world.limits.frames_per_second_max = 10;
  serve();
  const auto client = connect();
  const auto ping = [](int n) {
    return R"({"type":"ping","timestamp":)" + std::to_string(n) + "}";
  };
  for (int n = 0; n < 13; ++n) client->send(ping(n));
  run_until([&] { return client->frames.size() >= 11; });
  world.poll();
  EXPECT_EQ(client->frames.size(), 11u);  // the eleventh was on credit
  world.advance(std::chrono::milliseconds(100));
  run_until([&] { return client->frames.size() == 12; });
  world.advance(std::chrono::milliseconds(100));
  run_until([&] { return client->frames.size() == 13; });
  EXPECT_EQ(client->frames.back(), R"({"type":"pong","timestamp":12})");
}

TEST_F(Live, AClientThatReadsNothingIsDropped) {
  world.limits.view_backlog_bytes_max = 1 << 20;
  serve();
  const auto slow = connect();
  const auto other = connect();
  slow->stop_reading();
  slow->send(R"({"type":"resume","id":"a"})");
  other->send(say("hello", "a"));
  run_until_heard(*other, "[DONE]");
  // More than the kernel's buffers and the backlog can take.
  for (int turn = 0; turn < 64; ++turn) {
    world.model.says(std::string(256 << 10, 'x'));
    other->frames.clear();
    other->send(say("more", "a"));
    run_until([&] { return !other->frames.empty() && other->frames.back() == "data: [DONE]\n\n"; });
  }
  slow->go_on_reading();
  run_until_ended(*slow);
  EXPECT_EQ(slow->code, 0u);  // there was no room for a farewell
  EXPECT_LT(count(slow->heard(), "[DONE]"), 64);
  EXPECT_FALSE(other->ended);
}

TEST_F(Live, StopSaysGoodbyeAndDecidesNothing) {
  serve();
  const auto client = connect();
  script_payment();
  client->send(say("pay", "chat-1"));
  run_until([&] { return !asked(*client).empty(); });
  stop();
  run_until_ended(*client);
  EXPECT_EQ(client->code, 1001u);
  EXPECT_EQ(client->reason, "the server stops");
  EXPECT_EQ(world.sessions.size(), 1u);
  EXPECT_EQ(world.queue.size(), 1u);
  EXPECT_EQ(paid, 0);
}

TEST_F(Live, StopCutsOffWhoDoesNotLeave) {
  options.stop_grace = std::chrono::milliseconds(1);
  serve();
  const auto client = connect();
  client->send(R"({"type":"ping","timestamp":1})");
  run_until_heard(*client, "pong");
  client->stop_reading();
  client->send(R"({"type":"ping","timestamp":2})");
  run_until([&] { return client->frames.size() == 2; });  // was being read; nothing is from now on
  stop();
  EXPECT_FALSE(client->ended);
}

}  // namespace
}  // namespace holdpoint::test

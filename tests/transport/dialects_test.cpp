// Dialects over a real socket: how one is chosen, and how several look at the same session.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/transport/served.hpp"

namespace holdpoint::test {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Dialects : Served {
  Dialects() {
    options.auth = false;
    Toolbox tools;
    ToolSpec pay{"pay", "Pays.", {{"type", "object"}}, {.approval = asks}};
    tools.add(std::move(pay), [this](json::value, ToolContext& call) -> Task<json::value> {
      co_await call.approval();
      ++paid;
      co_return json::value("paid");
    });
    world.tools.set(std::move(tools));
    serve();
  }
  void script_payment() {
    world.model.calls({call("c1", "pay")});
    world.model.says("all done");
  }
  void run_until_heard(Client& client, std::string text) {
    run_until([&] { return client.heard(text); });
  }

  int paid = 0;
};

std::string send(std::string_view request, std::string_view chat) {
  json::object message{{"id", std::string("of ") + std::string(request)},
                       {"role", "user"},
                       {"parts", json::array{{{"type", "text"}, {"text", "pay"}}}}};
  return write_json(json::object{{"type", "send"},
                                 {"requestId", request},
                                 {"id", chat},
                                 {"trigger", "submit-message"},
                                 {"messages", json::array{std::move(message)}}});
}
std::string resume(std::string_view chat, std::string_view after = {}) {
  json::object frame{{"type", "resume"}, {"id", chat}};
  if (!after.empty()) frame["after"] = after;
  return write_json(frame);
}
std::string resume_request(std::string_view request, std::string_view chat) {
  return write_json(json::object{{"type", "resume"}, {"requestId", request}, {"id", chat}});
}
std::string abort_request(std::string_view request) {
  return write_json(json::object{{"type", "abort"}, {"requestId", request}});
}
// The position in the last frame.
std::string last_id(const Client& client) {
  const std::string& frame = client.frames.back();
  EXPECT_TRUE(frame.starts_with("id: ")) << frame;
  return frame.substr(4, frame.find('\n') - 4);
}

TEST_F(Dialects, TheFirstFrameChoosesWhereNoSubprotocolDoes) {
  script_payment();
  const auto client = connect();
  client->send(send("r1", "chat"));
  run_until([&] { return !asked(*client).empty(); });
  EXPECT_THAT(client->frames.front(), HasSubstr(R"("requestId":"r1","sequence":0)"));
  client->send(R"({"type":"tool_approval","approvalId":")" + asked(*client) +
               R"(","approved":true})");
  run_until_heard(*client, R"({"type":"end","requestId":"r1"})");
  EXPECT_EQ(paid, 1);
  for (const auto& frame : client->frames) EXPECT_THAT(frame, HasSubstr("requestId"));
}

TEST_F(Dialects, OnlyTheFirstFrameChooses) {
  const auto client = connect();
  client->send(R"({"type":"ping","timestamp":1})");
  client->send(send("r1", "chat"));
  client->send(R"({"type":"ping","timestamp":2})");
  run_until_heard(*client, R"("timestamp":2)");
  EXPECT_FALSE(client->heard("requestId"));
}

TEST_F(Dialects, ASubprotocolIsKept) {
  const auto client = connect({}, "holdpoint.v1");
  client->send(send("r1", "chat"));
  client->send(R"({"type":"ping","timestamp":2})");
  run_until_heard(*client, R"("timestamp":2)");
  EXPECT_FALSE(client->heard("requestId"));
}

TEST_F(Dialects, AllViewsOfASessionSeeWhoDecided) {
  script_payment();
  const auto ai7 = connect(), adk = connect(), v1 = connect({}, "holdpoint.v1");
  ai7->send(send("r1", "chat"));
  run_until([&] { return !asked(*ai7).empty(); });
  adk->send(resume("chat"));
  v1->send(resume("chat"));
  run_until([&] { return !asked(*adk).empty() && !asked(*v1).empty(); });
  EXPECT_EQ(asked(*adk), asked(*ai7));
  EXPECT_EQ(asked(*v1), asked(*ai7));

  adk->send(decide(asked(*adk), true));
  run_until_heard(*adk, "[DONE]");
  run_until_heard(*v1, "[DONE]");
  run_until_heard(*ai7, R"("type":"end")");
  EXPECT_EQ(paid, 1);
  EXPECT_THAT(v1->heard(), HasSubstr("data-approval-resolved"));
  EXPECT_THAT(ai7->heard(), HasSubstr("tool-approval-response"));
  EXPECT_THAT(adk->heard(), Not(HasSubstr("data-")));
}

TEST_F(Dialects, AnAbortStopsTheSessionOfItsRequest) {
  for (const auto* id : {"c1", "c2"}) world.model.calls({call(id, "pay")});  // one a session
  const auto client = connect();
  client->send(send("r1", "one"));
  run_until_heard(*client, "tool-approval-request");
  client->frames.clear();
  client->send(send("r2", "two"));
  run_until_heard(*client, "tool-approval-request");
  const auto watcher = connect({}, "holdpoint.v1");
  watcher->send(resume("one"));
  run_until_heard(*watcher, "tool-approval-request");

  client->send(abort_request("nobody's"));
  client->send(abort_request("r1"));
  run_until_heard(*watcher, "\"abort\"");
  EXPECT_FALSE(client->heard("\"abort\"")) << "what was aborted is not told any more";
  EXPECT_FALSE(client->ended);
}

TEST_F(Dialects, AnAi7ClientIsToldWhenThereIsNothingToResume) {
  const auto client = connect();
  client->send(resume_request("r1", "chat"));
  run_until_heard(*client, R"({"type":"no-active","requestId":"r1"})");
}

TEST_F(Dialects, AV1ClientGoesOnWhereItsConnectionBroke) {
  script_payment();
  const auto first = connect({}, "holdpoint.v1");
  first->send(say("pay", "chat"));
  run_until_heard(*first, "tool-approval-request");
  const std::string after = last_id(*first);
  first->vanish();

  const auto second = connect({}, "holdpoint.v1");
  second->send(resume("chat", after));
  run_until_heard(*second, "data-resumed");
  second->send(decide(asked(*first), true));
  run_until_heard(*second, "[DONE]");
  EXPECT_EQ(paid, 1);
  EXPECT_FALSE(second->heard("\"start\""));
  EXPECT_FALSE(second->heard("tool-input-available"));
  EXPECT_TRUE(second->heard("all done"));
}

TEST_F(Dialects, APositionInAnotherLifeOfTheSessionMeansTheWholeTurn) {
  script_payment();
  const auto first = connect({}, "holdpoint.v1");
  first->send(say("pay", "chat"));
  run_until_heard(*first, "tool-approval-request");
  const auto second = connect({}, "holdpoint.v1");
  second->send(resume("chat", "anotherepoch.3"));
  run_until_heard(*second, "tool-approval-request");
  EXPECT_TRUE(second->heard(R"("whole": true)"));
  EXPECT_TRUE(second->heard("\"start\""));
}

TEST_F(Dialects, ResumingOnTheSameConnectionTellsTheTurnAgain) {
  script_payment();
  const auto client = connect({}, "holdpoint.v1");
  client->send(say("pay", "chat"));
  run_until_heard(*client, "tool-approval-request");
  client->frames.clear();
  client->send(resume("chat"));
  run_until_heard(*client, "tool-approval-request");
  EXPECT_TRUE(client->heard("\"start\""));
}

}  // namespace
}  // namespace holdpoint::test

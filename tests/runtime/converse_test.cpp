#include "runtime/converse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world.hpp"

namespace holdpoint::test {
namespace {

using testing::ElementsAre;

struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())

Task<std::string> ask(Nothing, ToolContext& call) {
  co_await call.approval("Sure?");
  co_return "done";
}

class Converse : public testing::Test {
 protected:
  Converse() {
    Toolbox tools;
    tools.add("ask", "Asks.", ask, {.approval = asks, .denial = "User denied it"});
    world.tools.set(std::move(tools));
    session = world.sessions.open("me", "chat");
  }

  // What is said in it, in words, and whether it has returned.
  void say(std::string text, bool approves = true) {
    const auto human = [this, approves](const Event& event) {
      if (auto line = in_words(event); !line.empty()) story.push_back(line);
      std::vector<Message> answer;
      if (const auto* asked = std::get_if<event::Asked>(&event))
        answer.push_back(approves ? yes(*asked) : no(*asked, "not today"));
      return answer;
    };
    asio::co_spawn(world.io, converse(session, std::move(text), human),
                   [this](std::exception_ptr error) { error ? ++failed : ++returned; });
    world.poll();
  }

  World world;
  std::shared_ptr<Session> session;
  std::vector<std::string> story;
  int returned = 0;
  int failed = 0;
};

TEST_F(Converse, ShowsTheTurnAndSaysWhatTheHumanAnswers) {
  world.model.calls({call("c1", "ask")});
  say("go");
  EXPECT_THAT(story, ElementsAre("turn", "call c1 ask", "ask c1 Sure?", "approved c1",
                                 R"(out c1 "done")", "text done", "end"));
  EXPECT_EQ(returned, 1);
  EXPECT_EQ(session->watchers(), 0U);
}

TEST_F(Converse, ANoComesWithItsReason) {
  world.model.calls({call("c1", "ask")});
  say("go", false);
  EXPECT_THAT(story,
              ElementsAre("turn", "call c1 ask", "ask c1 Sure?", "denied c1",
                          testing::StartsWith("fail c1 User denied it"), "text done", "end"));
}

TEST_F(Converse, WaitsBehindTheTurnOfAnother) {
  world.model.calls({call("c1", "ask")});
  Reader other(world, session);
  other.say("first");
  say("second");
  EXPECT_EQ(returned, 0);
  other.approve("c1");
  EXPECT_EQ(other.ends(), 2);
  EXPECT_EQ(returned, 1);
}

TEST_F(Converse, ReturnsWhenTheTextIsRefused) {
  world.limits.turns_queued_max = 0;
  say("go");
  EXPECT_THAT(story, ElementsAre(testing::StartsWith("notice busy")));
  EXPECT_EQ(returned, 1);
}

TEST_F(Converse, NeedsASession) {
  session = nullptr;
  say("go");
  EXPECT_EQ(failed, 1);
}

}  // namespace
}  // namespace holdpoint::test

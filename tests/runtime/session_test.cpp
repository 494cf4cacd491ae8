#include "runtime/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world.hpp"

namespace holdpoint::test {
namespace {

using testing::ElementsAre;
using namespace std::chrono_literals;

struct Pay {
  double amount = 0;
  std::string to;
};
BOOST_DESCRIBE_STRUCT(Pay, (), (amount, to))
struct Paid {
  std::string receipt;
};
BOOST_DESCRIBE_STRUCT(Paid, (), (receipt))
struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())

// Every tool leaves a line here when it really acts.
using Acts = std::vector<std::string>;

Task<Paid> pay(Pay what, ToolContext& call, Acts& acts) {
  co_await call.approval();
  acts.push_back("paid " + what.to);
  co_return Paid{"r-" + what.to};
}

Task<Paid> pay_carefully(Pay what, ToolContext& call, Acts& acts) {
  const std::string local = "still here";
  co_await call.approval("Pay " + what.to + "?");
  co_await call.approval("Really?");
  acts.push_back("paid " + what.to + ", " + local);
  co_return Paid{"r"};
}

Task<Paid> act(Nothing, ToolContext&, Acts& acts) {
  acts.push_back("acted");
  co_return Paid{"done"};
}

Task<json::value> locate(Nothing, ToolContext& call) {
  co_await call.approval();
  co_return co_await call.on_client();
}

Task<json::value> music(Nothing, ToolContext& call) { co_return co_await call.on_client(); }

Task<Paid> count(Nothing, ToolContext& call) {
  call.progress(json::value(1));
  call.progress(json::value(2));
  co_return Paid{"counted"};
}

Task<Paid> broken(Nothing, ToolContext&) {
  throw std::runtime_error("the disk is on fire");
  co_return Paid{};
}

Task<Paid> endless(Nothing, ToolContext&) {
  asio::steady_timer never(co_await asio::this_coro::executor,
                           asio::steady_timer::time_point::max());
  co_await never.async_wait(use_task);
  co_return Paid{};
}

// Swallows its cancellation and goes on, as no tool should.
Task<Paid> stubborn(Nothing, ToolContext& call, std::vector<asio::steady_timer*>& timers) {
  asio::steady_timer never(co_await asio::this_coro::executor,
                           asio::steady_timer::time_point::max());
  timers.push_back(&never);
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await never.async_wait(as_result);
  call.progress(json::value("too late"));
  co_return Paid{"late"};
}

// The same, and then wants to be allowed something.
Task<Paid> unstoppable(Nothing, ToolContext& call, Acts& acts) {
  asio::steady_timer never(co_await asio::this_coro::executor,
                           asio::steady_timer::time_point::max());
  try {
    co_await never.async_wait(use_task);
  } catch (const boost::system::system_error&) {
    acts.push_back("told to stop");
  }
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await call.approval();
  acts.push_back("acted");
  co_return Paid{};
}

Task<Paid> asks_again(Nothing, ToolContext& call, Acts& acts) {
  try {
    co_await call.approval();
  } catch (const Denied&) {
    acts.push_back("cleanup");
  }
  co_await call.approval("Are you sure you are sure?");
  acts.push_back("acted");
  co_return Paid{};
}

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    const ToolTraits in_body{
        .approval = asks, .patience = 30s, .denial = "User denied the payment"};
    Toolbox box;
    box.add("pay", "", with(pay, acts), in_body);
    box.add("pay_carefully", "", with(pay_carefully, acts), in_body);
    box.add("act", "", with(act, acts));
    box.add("locate", "", locate, in_body);
    box.add("music", "", music, {.approval = never});
    box.add("count", "", count, {.approval = never});
    box.add("broken", "", broken, {.approval = never});
    box.add("endless", "", endless, {.approval = never, .running_time = 60s});
    box.add("stubborn", "", with(stubborn, timers), {.approval = never, .running_time = 60s});
    box.add("unstoppable", "", with(unstoppable, acts), {.approval = asks, .running_time = 60s});
    box.add("asks_again", "", with(asks_again, acts), in_body);
    world.tools.set(std::move(box));
  }

  void rules(std::vector<Rule> all) { world.policy.set(Policy{std::move(all), "v1"}); }

  Acts acts;
  std::vector<asio::steady_timer*> timers;
  World world;
  std::shared_ptr<Session> session = world.sessions.open("ann", "chat");
  Reader reader{world, session};
};

TEST_F(SessionTest, ApprovedToolRunsInOneTurn) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  world.model.says("Paid.");
  reader.say("pay bob");
  EXPECT_EQ(reader.last(), "ask c1");
  EXPECT_TRUE(acts.empty());

  reader.approve("c1");

  EXPECT_THAT(acts, ElementsAre("paid bob"));
  EXPECT_THAT(reader.story(), ElementsAre("turn", "call c1 pay", "ask c1", "approved c1",
                                          R"(out c1 {"receipt":"r-bob"})", "text Paid.", "end"));
}

TEST_F(SessionTest, DeniedToolDoesNotRunAndTheModelIsToldWhy) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.deny("c1", "too much");

  EXPECT_TRUE(acts.empty());
  EXPECT_THAT(reader.story(), ElementsAre("turn", "call c1 pay", "ask c1", "denied c1",
                                          "fail c1 User denied the payment", "text done", "end"));
  const auto& told = std::get<ToolsReturned>(world.model.heard[1].exchanges.back()).results[0];
  EXPECT_EQ(write_json(told.output, JsonStyle::canonical),
            R"({"by":"ann","error":"denied","message":"User denied the payment",)"
            R"("reason":"too much","retry":false})");
}

TEST_F(SessionTest, TimeoutIsANo) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.advance(29'999ms);
  EXPECT_EQ(reader.last(), "ask c1");
  world.advance(1ms);
  EXPECT_TRUE(acts.empty());
  EXPECT_THAT(reader.story(),
              ElementsAre("turn", "call c1 pay", "ask c1", "expired c1",
                          "fail c1 Approval request timed out", "text done", "end"));
  reader.approve("c1");  // the late click
  EXPECT_TRUE(acts.empty());
  EXPECT_EQ(reader.last(), "refused already expired by deadline via deadline");
}

TEST_F(SessionTest, AWallClockThatJumpsAheadExpires) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.clock.set_wall(world.clock.wall() + 24h);
  world.deadlines.tick();
  world.poll();
  EXPECT_EQ(reader.ends(), 1);
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, AYesAfterTheDeadlineIsTooLateEvenIfTheTimerIsLater) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.clock.advance(30s);  // and nobody has ticked yet
  reader.approve("c1");
  EXPECT_TRUE(acts.empty());
  EXPECT_EQ(std::ranges::count(reader.story(), "expired c1"), 1);
  EXPECT_EQ(reader.ends(), 1);
}

TEST_F(SessionTest, ParallelCallsAreAskedTogetherAnsweredInAnyOrderAndReturnedInOrder) {
  world.model.calls({call("c1", "pay", {{"amount", 1}, {"to", "a"}}),
                     call("c2", "pay", {{"amount", 2}, {"to", "b"}}),
                     call("c3", "pay", {{"amount", 3}, {"to", "c"}})});
  reader.say("pay all");
  // One batch holds the three questions: a door can show them together.
  std::size_t asked = 0;
  for (const auto& event : reader.batches.back()) {
    asked += std::holds_alternative<event::Asked>(*event.event);
  }
  EXPECT_EQ(asked, 3u);

  reader.approve("c3");
  reader.deny("c1");
  EXPECT_EQ(reader.ends(), 0);
  reader.approve("c2");

  EXPECT_THAT(acts, ElementsAre("paid c", "paid b"));
  const auto& told = std::get<ToolsReturned>(world.model.heard[1].exchanges.back()).results;
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0].call, "c1");
  EXPECT_TRUE(told[0].failed);
  EXPECT_EQ(told[1].call, "c2");
  EXPECT_EQ(told[2].call, "c3");
}

TEST_F(SessionTest, AToolAsksTwiceHoldingItsLocals) {
  world.model.calls({call("c1", "pay_carefully", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  EXPECT_EQ(reader.last(), "ask c1 Pay bob?");
  const auto first = reader.approval_of("c1");
  reader.approve("c1");
  EXPECT_EQ(reader.last(), "ask c1 Really?");
  EXPECT_NE(reader.approval_of("c1"), first);
  reader.receive(
      Decide{first, "c1", true, "", false});  // the first click again: not the second yes
  EXPECT_EQ(reader.last(), "ask c1 Really?");
  EXPECT_TRUE(acts.empty());
  reader.approve("c1");
  EXPECT_THAT(acts, ElementsAre("paid bob, still here"));
}

TEST_F(SessionTest, TheSecondNoOfATwiceAskingToolCounts) {
  world.model.calls({call("c1", "pay_carefully", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.approve("c1");
  reader.deny("c1");
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, GateAsksBeforeTheBody) {
  world.model.calls({call("c1", "act")});
  reader.say("act");
  EXPECT_EQ(reader.last(), "ask c1");
  EXPECT_TRUE(acts.empty());
  reader.approve("c1");
  EXPECT_THAT(acts, ElementsAre("acted"));
}

TEST_F(SessionTest, ARuleAsksAtTheGateAndThePromptlessQuestionInsideIsThenAnswered) {
  rules({{"pay", Rule::Says::ask}});
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.approve("c1");
  EXPECT_THAT(acts, ElementsAre("paid bob"));
  EXPECT_EQ(std::ranges::count(reader.story(), "ask c1"), 1);
}

TEST_F(SessionTest, AQuestionWithAPromptIsNeverSwallowed) {
  rules({{"pay_carefully", Rule::Says::allow, true}});
  world.model.calls({call("c1", "pay_carefully", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  EXPECT_EQ(reader.last(), "ask c1 Pay bob?");
}

TEST_F(SessionTest, AnAllowRuleRunsWithoutAskingOnlyWhenItLowersByName) {
  rules({{"*", Rule::Says::allow}});
  world.model.calls({call("c1", "act")});
  reader.say("act");
  EXPECT_EQ(reader.last(), "ask c1");
  reader.deny("c1");

  rules({{"act", Rule::Says::allow, true}});
  world.model.calls({call("c2", "act")});
  reader.say("act");
  EXPECT_THAT(acts, ElementsAre("acted"));
}

TEST_F(SessionTest, ADenyRuleRefusesWithoutAsking) {
  rules({{"p*", Rule::Says::deny}});
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  EXPECT_THAT(reader.story(), ElementsAre("turn", "call c1 pay", "fail c1 pay is not allowed here",
                                          "text done", "end"));
}

TEST_F(SessionTest, ArgumentsThatDoNotFitAreNotAskedAbout) {
  world.model.calls({call("c1", "pay", {{"amount", "five"}, {"to", "bob"}})});
  reader.say("pay bob");
  EXPECT_EQ(reader.ends(), 1);
  EXPECT_EQ(reader.approval_of("c1"), "");
  const auto& told = std::get<ToolsReturned>(world.model.heard[1].exchanges.back()).results[0];
  const auto message = std::string(told.output.at("message").as_string());
  EXPECT_NE(message.find("/amount"), std::string::npos) << message;
  EXPECT_EQ(told.output.at("retry").as_bool(), true);
}

TEST_F(SessionTest, UnknownToolsAndBrokenToolsAreResultsNotFaults) {
  world.model.calls({call("c1", "fly"), call("c2", "broken")});
  reader.say("fly");
  EXPECT_THAT(
      reader.story(),
      ElementsAre("turn", "call c1 fly", "call c2 broken", "fail c1 there is no tool called fly",
                  "fail c2 broken failed: the disk is on fire", "text done", "end"));
}

TEST_F(SessionTest, TheSameCallIsNotAskedAgainAfterANo) {
  world.model.calls({call("c1", "act")});
  world.model.calls({call("c2", "act")});
  reader.say("act");
  reader.deny("c1");
  EXPECT_EQ(reader.ends(), 1);
  EXPECT_EQ(reader.approval_of("c2"), "");
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, TheFirstDecisionWinsAndTheLoserIsTold) {
  Reader other(world, session);
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  // Both in one instant, before anything is polled.
  auto decide = [&](Reader& from, bool approved) {
    std::vector<Message> messages;
    messages.push_back(Decide{from.approval_of("c1"), "c1", approved, "", false});
    from.view.receive(std::move(messages));
  };
  decide(other, false);
  decide(reader, true);
  world.poll();
  EXPECT_TRUE(acts.empty());
  EXPECT_NE(std::ranges::count(reader.story(), "refused already denied by ann via test"), 0);
  EXPECT_EQ(std::ranges::count(other.story(), "refused already denied by ann via test"), 0);
  EXPECT_EQ(std::ranges::count(other.story(), "denied c1"), 1);
}

TEST_F(SessionTest, TheSameDecisionTwiceIsHeardOnce) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.approve("c1");
  auto expected = reader.story();
  expected.push_back("notice there is nothing to answer");  // or its sender would wait for ever
  reader.approve("c1");
  EXPECT_EQ(reader.story(), expected);
  EXPECT_EQ(acts.size(), 1u);
}

TEST_F(SessionTest, NobodyDecidesInAnothersSession) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  Reader thief(world, world.sessions.open("eve", "chat"));
  thief.receive(Decide{reader.approval_of("c1"), "c1", true, "", false});
  EXPECT_TRUE(acts.empty());
  EXPECT_EQ(thief.last(), "refused no such approval");
  EXPECT_EQ(reader.last(), "ask c1");
}

TEST_F(SessionTest, AnIdOfAnotherSessionsApprovalDoesNotDecideOnesOwnCallOfThatName) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  Reader mine(world, world.sessions.open("ann", "second chat"));
  world.model.calls({call("c1", "pay", {{"amount", 9}, {"to", "eve"}})});
  mine.say("pay eve");
  mine.receive(Decide{reader.approval_of("c1"), "c1", true, "", false});
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, InterruptCancelsWhatWaitsAndEndsOnce) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}}), call("c2", "endless")});
  reader.say("pay bob");
  reader.receive(Interrupt{"enough"});
  EXPECT_TRUE(acts.empty());
  const auto story = reader.story();
  EXPECT_EQ(std::ranges::count(story, "cancelled c1"), 1);
  EXPECT_EQ(std::ranges::count(story, "fail c1 Cancelled: enough"), 1);
  EXPECT_EQ(std::ranges::count(story, "fail c2 Cancelled: enough"), 1);
  EXPECT_EQ(reader.last(), "end aborted enough");
  EXPECT_EQ(reader.ends(), 1);
  reader.approve("c1");
  EXPECT_TRUE(acts.empty());
  world.model.says("hello again");
  reader.say("still there?");
  EXPECT_EQ(reader.ends(), 2);
}

TEST_F(SessionTest, InterruptStopsTheModel) {
  world.model.steps.push_back({"", {}, [](ModelSink& sink) -> Task<> {
                                 sink.open(BlockKind::text);
                                 sink.say("Once upon");
                                 asio::steady_timer never(co_await asio::this_coro::executor,
                                                          asio::steady_timer::time_point::max());
                                 co_await never.async_wait(use_task);
                               }});
  reader.say("tell me a story");
  reader.receive(Interrupt{""});
  EXPECT_THAT(reader.story(),
              ElementsAre("turn", "text Once upon", "end aborted interrupted by the user"));
  reader.say("go on");
  const auto& told = std::get<ModelSaid>(world.model.heard.back().exchanges[1]).answer;
  EXPECT_THAT(told->texts, ElementsAre("Once upon"));
}

TEST_F(SessionTest, AToolThatAsksAfterBeingCancelledIsNotHeard) {
  world.model.calls({call("c1", "asks_again")});
  reader.say("go");
  reader.receive(Interrupt{""});
  EXPECT_THAT(acts, ElementsAre("cleanup"));
  EXPECT_EQ(reader.ends(), 1);
  EXPECT_EQ(std::ranges::count_if(reader.story(),
                                  [](const auto& line) { return line.starts_with("ask"); }),
            1);
}

TEST_F(SessionTest, AToolThatRunsTooLongIsStopped) {
  world.model.calls({call("c1", "endless")});
  reader.say("go");
  world.advance(60s);
  EXPECT_EQ(reader.ends(), 1);
  EXPECT_EQ(reader.story()[2], "fail c1 endless ran too long and was stopped");
}

TEST_F(SessionTest, WaitingForAHumanIsNotRunning) {
  world.limits.running_time = 10s;
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.advance(20s);
  reader.approve("c1");
  EXPECT_EQ(acts.size(), 1u);
}

TEST_F(SessionTest, AToolThatDoesNotStopIsLeftBehindAndItsLateResultIsNotHeard) {
  world.model.calls({call("c1", "stubborn")});
  reader.say("go");
  world.advance(60s);
  EXPECT_EQ(reader.ends(), 0);
  world.advance(5s);
  EXPECT_EQ(reader.ends(), 1);
  const auto story = reader.story();
  timers.at(0)->cancel();
  world.poll();
  EXPECT_EQ(reader.story(), story);
}

TEST_F(SessionTest, AToolThatWasStoppedMayNotAskAnyMore) {
  world.model.calls({call("c1", "unstoppable")});
  reader.say("go");
  world.advance(60s);
  EXPECT_THAT(acts, ElementsAre("told to stop"));
  EXPECT_EQ(reader.approval_of("c1"), "");
  EXPECT_EQ(reader.ends(), 1);
}

TEST_F(SessionTest, ClientToolsReturnTheFirstResultEvenAnEarlyOne) {
  world.model.calls({call("c1", "locate")});
  reader.say("where am I?");
  reader.receive(ClientReturned{"c1", json::object{{"city", "Oslo"}}, false});  // before the yes
  EXPECT_EQ(reader.last(), "ask c1");
  reader.approve("c1");
  EXPECT_EQ(std::ranges::count(reader.story(), R"(out c1 {"city":"Oslo"})"), 1);
  reader.receive(ClientReturned{"c1", json::object{{"city", "Rome"}}, false});
  EXPECT_EQ(reader.ends(), 1);
}

TEST_F(SessionTest, AResultIsNotAYes) {
  world.model.calls({call("c1", "locate"), call("c2", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("where am I?");
  reader.receive(ClientReturned{"c1", json::object{{"city", "Oslo"}}, false});
  reader.receive(ClientReturned{"c2", json::object{{"receipt", "forged"}}, false});
  reader.deny("c1");
  reader.approve("c2");
  EXPECT_EQ(std::ranges::count(reader.story(), R"(out c2 {"receipt":"r-bob"})"), 1);
  EXPECT_EQ(std::ranges::count(reader.story(), R"(out c1 {"city":"Oslo"})"), 0);
}

TEST_F(SessionTest, ASilentClientIsAnErrorAfterItsPatienceWhichRunsWhileSomebodyIsThere) {
  world.model.calls({call("c1", "music")});
  reader.say("music");
  reader.view.detach();
  world.advance(60s);
  Reader back(world, session, 0);
  EXPECT_EQ(back.ends(), 0);
  world.advance(10s);
  EXPECT_EQ(back.ends(), 1);
  EXPECT_EQ(back.story()[2], "fail c1 the client did not answer in time");
}

TEST_F(SessionTest, TwoCallsOfOneClientToolAreToldApartById) {
  world.model.calls({call("c1", "music"), call("c2", "music")});
  reader.say("music");
  reader.receive(ClientReturned{"c2", "second", false});
  reader.receive(ClientReturned{"c1", "first", false});
  EXPECT_EQ(std::ranges::count(reader.story(), R"(out c1 "first")"), 1);
  EXPECT_EQ(std::ranges::count(reader.story(), R"(out c2 "second")"), 1);
}

TEST_F(SessionTest, AClientThatFailsIsAFailedCall) {
  world.model.calls({call("c1", "music")});
  reader.say("music");
  reader.receive(ClientReturned{"c1", "no speakers", true});
  EXPECT_EQ(reader.story()[2], "fail c1 no speakers");
}

TEST_F(SessionTest, ProgressIsSeenWhileTheToolRuns) {
  world.model.calls({call("c1", "count")});
  reader.say("count");
  EXPECT_THAT(reader.story(), ElementsAre("turn", "call c1 count", "progress c1 1", "progress c1 2",
                                          R"(out c1 {"receipt":"counted"})", "text done", "end"));
}

TEST_F(SessionTest, WhatIsSaidDuringATurnIsTheNextTurnAndBounded) {
  world.limits.turns_queued_max = 1;
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.say("and then?");
  EXPECT_EQ(reader.last(), "ask c1");
  reader.say("and then and then?");
  EXPECT_EQ(reader.last(), "notice busy: too many messages are waiting; this one was dropped");
  reader.approve("c1");
  EXPECT_EQ(reader.ends(), 2);
  EXPECT_EQ(text_of(std::get<UserSaid>(world.model.heard.back().exchanges.back())), "and then?");
}

TEST_F(SessionTest, AViewThatComesBackGetsTheTurnFromItsStart) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  reader.view.detach();
  world.poll();
  Reader back(world, session, 0);
  EXPECT_THAT(back.story(), ElementsAre("turn", "call c1 pay", "ask c1"));
  back.approve("c1");
  EXPECT_EQ(acts.size(), 1u);
  EXPECT_EQ(back.ends(), 1);
}

TEST_F(SessionTest, ANamelessSessionEndsWithItsConnectionsGrace) {
  auto nameless = world.sessions.open_nameless("ann");
  {
    Reader visitor(world, nameless);
    world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
    visitor.say("pay bob");
  }
  nameless.reset();
  EXPECT_EQ(world.sessions.size(), 2u);
  world.advance(14s);
  EXPECT_EQ(world.sessions.size(), 2u);
  world.advance(1s);
  EXPECT_EQ(world.sessions.size(), 1u);
  EXPECT_TRUE(acts.empty());
  EXPECT_EQ(world.queue.size(), 0u);
}

TEST_F(SessionTest, ANamedSessionWaitsForItsHumanHoweverLong) {
  rules({{"act", Rule::Says::ask}});
  world.limits.approval_patience = std::chrono::hours(24 * 30);
  world.model.calls({call("c1", "act")});
  reader.say("act");
  const auto approval = reader.approval_of("c1");
  reader.view.detach();
  world.advance(48h);
  world.advance(48h);
  Reader back(world, world.sessions.open("ann", "chat"), 0);
  EXPECT_EQ(back.approval_of("c1"), approval);
  back.approve("c1");
  EXPECT_THAT(acts, ElementsAre("acted"));
}

TEST_F(SessionTest, ShutdownDropsCoroutinesAndDecidesNothing) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}}), call("c2", "endless"),
                     call("c3", "music")});
  reader.say("pay bob");
  const auto story = reader.story();
  asio::co_spawn(world.io, world.sessions.close_all(), [](std::exception_ptr) {});
  world.poll();
  EXPECT_EQ(reader.story(), story);
  EXPECT_EQ(world.queue.size(), 0u);
  std::vector<ApprovalPtr> pending;
  asio::co_spawn(world.io, world.ledger.pending(),
                 [&](std::exception_ptr, std::vector<ApprovalPtr> all) { pending = all; });
  world.poll();
  ASSERT_EQ(pending.size(), 1u);
  EXPECT_EQ(pending[0]->call->id, "c1");
}

TEST_F(SessionTest, AModelThatFailsEndsTheTurnInWords) {
  world.model.steps.push_back({"", {}, [](ModelSink& sink) -> Task<> {
                                 sink.call_begins("c1", "pay");
                                 throw ModelError("the model is asleep");
                                 co_return;
                               }});
  reader.say("hello");
  EXPECT_THAT(reader.story(), ElementsAre("turn", "fail c1 the model did not finish this call",
                                          "end failed the model is asleep"));
  world.model.says("awake");
  reader.say("hello?");
  EXPECT_EQ(reader.last(), "end");
}

TEST_F(SessionTest, AModelThatUsesOneIdTwiceRunsNothing) {
  world.model.calls({call("c1", "act"), call("c1", "act")});
  reader.say("act");
  EXPECT_EQ(reader.last(), "end failed the model used one call id twice: c1");
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, StepsOfATurnAreBounded) {
  world.limits.steps_per_turn_max = 3;
  for (int i = 0; i < 5; ++i) world.model.calls({call("c" + std::to_string(i), "count")});
  reader.say("go");
  EXPECT_EQ(world.model.heard.size(), 3u);
  EXPECT_EQ(reader.ends(), 1);
}

TEST_F(SessionTest, WhatATurnSaysIsBounded) {
  world.limits.turn_bytes_max = 10;
  world.model.says("more than ten bytes");
  reader.say("go");
  EXPECT_EQ(reader.last(), "end failed the answer is longer than one turn may be");
}

TEST_F(SessionTest, AnUnknownSessionTakesOverWordsOnly) {
  Say say;
  say.said.parts.emplace_back(TextPart{"and now?"});
  say.history = {{Remembered::Role::user, "m1", "hi"}, {Remembered::Role::assistant, "m2", "ho"}};
  reader.receive(say);
  EXPECT_EQ(world.model.heard[0].exchanges.size(), 3u);
  say.history.push_back({Remembered::Role::assistant, "m4", "I paid everything"});
  reader.receive(say);
  EXPECT_EQ(world.model.heard[1].exchanges.size(), 5u);  // hi, ho, and now?, done, and now?
}

TEST_F(SessionTest, RegenerateInterruptsFirstAndAnswersTheLastMessageAgain) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.model.says("I would rather not.");
  reader.receive(Regenerate{});
  EXPECT_EQ(reader.ends(), 2);
  EXPECT_EQ(world.model.heard[1].exchanges.size(), 1u);
  EXPECT_TRUE(acts.empty());
}

TEST_F(SessionTest, RegeneratingNothingIsSaid) {
  reader.receive(Regenerate{});
  EXPECT_THAT(reader.story(), ElementsAre("notice there is nothing to answer"));
}

TEST_F(SessionTest, AnnouncingAQuestionLateRestartsItsClock) {
  world.model.calls({call("c1", "pay", {{"amount", 5}, {"to", "bob"}})});
  reader.say("pay bob");
  world.advance(20s);
  reader.view.announced({reader.approval_of("c1")});
  world.advance(29s);
  EXPECT_EQ(reader.last(), "ask c1");
  world.advance(1s);
  EXPECT_EQ(reader.ends(), 1);
}

}  // namespace
}  // namespace holdpoint::test

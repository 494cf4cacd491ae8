// What adk clients are sent: literal frames first, then stories of clients that close their stream
// at the step after a request, as the seed's frontend does.

#include "transport/wire/adk_view.hpp"

#include "tests/wire/story.hpp"
#include "transport/wire/adk.hpp"

namespace holdpoint::story {
namespace {

using How = event::TurnEnded::How;

const AdkDialect adk;

constexpr std::string_view bare_say = R"({"type": "message",
  "messages": [{"id": "u1", "role": "user", "content": "pay"}]})";
constexpr std::string_view seed_say = R"({"type": "message", "version": "1.0",
  "messages": [{"id": "u1", "role": "user", "content": "pay"}]})";
constexpr std::string_view seed_says_more = R"({"type": "message", "version": "1.0",
  "messages": [{"id": "u2", "role": "user", "content": "hello?"}]})";

// The seed's frontend answers: the last message is the assistant's.
constexpr std::string_view seed_click = R"({"type": "message", "version": "1.0", "messages": [
  {"role": "user", "content": "pay"}, {"role": "assistant", "parts": [
    {"type": "tool-pay", "toolCallId": "c1", "state": "approval-responded",
     "approval": {"id": "a1", "approved": true}}]}]})";

const Lines call_1{"tool-input-start c1 pay", "tool-input-available c1 pay {\"amount\":30}"};
const Lines call_2{"tool-input-start c2 pay", "tool-input-available c2 pay {\"amount\":30}"};
const Lines request_1{"start-step", "tool-approval-request c1 a1", "finish-step"};
const Lines request_2{"start-step", "tool-approval-request c2 a2", "finish-step"};
const Lines output_1{"tool-output-available c1 {\"paid\":true}"};
const Lines output_2{"tool-output-available c2 {\"paid\":true}"};
const Lines text_m1{"text-start m1_output_text", "text-delta m1_output_text ok",
                    "text-end m1_output_text"};
const Lines end{"finish stop", "DONE"};

std::vector<Event> asking_1() {
  return {started("m1"), begun("c1"), called("c1"), asked("a1", "c1")};
}
std::vector<Event> words(std::uint32_t block, std::string text = "ok") {
  return {opened(block), said(block, std::move(text)), closed(block)};
}

// --- frames as they are ---

TEST(AdkView, WritesTheFramesThatTheBaselinesShow) {
  Wire wire(adk);
  json::object metadata{{"usage", {{"totalTokens", 12}, {"completionTokens", nullptr}}}};
  auto call = make_call("c1", "pay", json::object{{"amount", 200.0}, {"recipient", "次郎"}});
  wire.happens({started("m1"), event::StepStarted{}, opened(1, BlockKind::reasoning),
                said(1, "**Plan**\n\"go\"", BlockKind::reasoning), closed(1, BlockKind::reasoning),
                begun("c1"), event::CallArguments{"c1", "{\"amount\":"}, event::Called{call},
                event::StepEnded{metadata}, asked("confirm-1", "c1")});
  EXPECT_EQ(wire.frames,
            (Lines{"data: {\"type\": \"start\", \"messageId\": \"m1\"}\n\n",
                   "data: {\"type\": \"reasoning-start\", \"id\": \"0\"}\n\n",
                   "data: {\"type\": \"reasoning-delta\", \"id\": \"0\", "
                   "\"delta\": \"**Plan**\\n\\\"go\\\"\"}\n\n",
                   "data: {\"type\": \"reasoning-end\", \"id\": \"0\"}\n\n",
                   "data: {\"type\": \"tool-input-start\", \"toolCallId\": \"c1\", "
                   "\"toolName\": \"pay\"}\n\n",
                   "data: {\"type\": \"tool-input-delta\", \"toolCallId\": \"c1\", "
                   "\"inputTextDelta\": \"{\\\"amount\\\":\"}\n\n",
                   "data: {\"type\": \"tool-input-available\", \"toolCallId\": \"c1\", "
                   "\"toolName\": \"pay\", \"input\": {\"amount\": 200, "
                   "\"recipient\": \"次郎\"}}\n\n",
                   "data: {\"type\":\"start-step\"}\n\n",
                   "data: {\"type\": \"tool-approval-request\", \"toolCallId\": \"c1\", "
                   "\"approvalId\": \"confirm-1\"}\n\n",
                   "data: {\"type\":\"finish-step\"}\n\n"}));
  wire.happens({decided("confirm-1", "c1", Outcome::approved), event::Progress{"c1", "half"},
                event::Returned{"c1", json::object{{"success", true}, {"balance", 970.5}}}});
  EXPECT_EQ(wire.frames,
            (Lines{"data: {\"type\": \"tool-output-available\", \"toolCallId\": \"c1\", "
                   "\"output\": {\"success\": true, \"balance\": 970.5}}\n\n"}));
  wire.happens({opened(2), said(2, "Paid"), closed(2), opened(3), said(3, "."), closed(3),
                event::TurnEnded{How::finished, "stop", metadata}});
  EXPECT_EQ(wire.frames,
            (Lines{"data: {\"type\": \"text-start\", \"id\": \"m1_output_text\"}\n\n",
                   "data: {\"type\": \"text-delta\", \"id\": \"m1_output_text\", "
                   "\"delta\": \"Paid\"}\n\n",
                   "data: {\"type\": \"text-end\", \"id\": \"m1_output_text\"}\n\n",
                   "data: {\"type\": \"text-start\", \"id\": \"m1_output_text_2\"}\n\n",
                   "data: {\"type\": \"text-delta\", \"id\": \"m1_output_text_2\", "
                   "\"delta\": \".\"}\n\n",
                   "data: {\"type\": \"text-end\", \"id\": \"m1_output_text_2\"}\n\n",
                   "data: {\"type\": \"finish\", \"finishReason\": \"stop\", "
                   "\"messageMetadata\": {\"usage\": {\"totalTokens\": 12, "
                   "\"completionTokens\": null}}}\n\n",
                   "data: [DONE]\n\n"}));
}

TEST(AdkView, ANoIsAnOutputError) {
  Wire wire(adk);
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::denied),
                          failed("c1", "User denied the payment", Outcome::denied)}),
            Lines{"tool-output-error c1 User denied the payment"});
}

TEST(AdkView, SaysNothingOfWhatItsClientsDoNotKnow) {
  Wire wire(adk);
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens({event::Notice{"note"}, event::StepStarted{}, event::StepEnded{},
                          event::Progress{"c1", 1}}),
            Lines{});
  EXPECT_EQ(wire.told(event::DecisionRefused{"a1", "late", {}}), Lines{});
}

TEST(AdkView, ClosesWhatIsOpenBeforeEveryEnd) {
  const std::vector<std::pair<Event, Lines>> endings{
      {ended(), {"finish stop", "DONE"}},
      {ended(How::finished, "tool-calls"), {"finish tool-calls", "DONE"}},
      {ended(How::finished, ""), {"finish stop", "DONE"}},
      {ended(How::finished, "MAX_TOKENS"), {"finish other", "DONE"}},
      {ended(How::aborted, "enough"), {"abort enough", "DONE"}},
      {ended(How::failed, "no model"), {"error no model", "DONE"}},
  };
  for (const auto& [ending, last] : endings) {
    Wire wire(adk);
    wire.happens({started("m1"), opened(1), said(1, "half")});
    EXPECT_EQ(wire.happens({ending}), Lines{"text-end m1_output_text"} + last);
  }
}

// --- questions ---

TEST(AdkView, ParallelQuestionsOfABatchShareOneStep) {
  Wire wire(adk);
  wire.happens({started("m1"), begun("c1"), called("c1"), begun("c2"), called("c2")});
  EXPECT_EQ(wire.happens({asked("a1", "c1"), returned("c3"), asked("a2", "c2")}),
            (Lines{"start-step", "tool-approval-request c1 a1", "tool-approval-request c2 a2",
                   "finish-step"}));
}

TEST(AdkView, WhatElseIsInABatchComesBeforeItsStep) {
  Wire wire(adk);
  wire.happens({started("m1"), begun("c1"), called("c1"), begun("c2"), called("c2")});
  EXPECT_EQ(wire.happens({asked("a1", "c1"), returned("c2")}), output_2 + request_1);
}

TEST(AdkView, AReplayAsksOnlyWhatIsStillOpen) {
  Wire wire(adk);
  const std::vector<Event> later{decided("a1", "c1", Outcome::approved),
                                 asked("a1b", "c1"),
                                 begun("c2"),
                                 called("c2"),
                                 asked("a2", "c2"),
                                 decided("a1b", "c1", Outcome::approved),
                                 returned("c1")};
  EXPECT_EQ(wire.happens(asking_1() + later),
            Lines{"start m1"} + call_1 + call_2 + output_1 + request_2);
}

TEST(AdkView, ACallMayAskTwice) {
  Wire wire(adk);
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), asked("a2", "c1")}),
            (Lines{"start-step", "tool-approval-request c1 a2", "finish-step"}));
}

TEST(AdkView, AnOpenBlockIsClosedForAStepAndOpenedAgain) {
  Wire wire(adk);
  const std::vector<Event> half{opened(1), said(1, "one")};
  const Lines half_text{"text-start m1_output_text", "text-delta m1_output_text one",
                        "text-end m1_output_text"};
  EXPECT_EQ(wire.happens(asking_1() + half), Lines{"start m1"} + call_1 + half_text + request_1);
  EXPECT_EQ(wire.happens({said(1, "two"), closed(1)}),
            (Lines{"text-start m1_output_text_2", "text-delta m1_output_text_2 two",
                   "text-end m1_output_text_2"}));
}

TEST(AdkView, AViewThatComesInTheMiddleIsToldOnlyWhatItCanTake) {
  Wire wire(adk);
  EXPECT_EQ(wire.happens({said(1, "tail"), closed(1), event::CallArguments{"c1", "{}"},
                          asked("a1", "c1"), returned("c1"), opened(2)}),
            Lines{"text-start _output_text"});
}

// --- plain clients ---

TEST(AdkView, APlainClientGetsEverythingAtOnce) {
  Wire wire(adk);
  wire.hears(bare_say);
  EXPECT_EQ(wire.happens(asking_1()), Lines{"start m1"} + call_1 + request_1);
  EXPECT_EQ(wire.happens(words(1)), text_m1);
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::expired),
                          failed("c1", "Approval request timed out", Outcome::expired), ended()}),
            Lines{"tool-output-error c1 Approval request timed out"} + end);
}

TEST(AdkView, EachTurnOfAPlainClientHasItsOwnStartAndEnd) {
  Wire wire(adk);
  wire.hears(bare_say);
  wire.happens({started("m1")});
  wire.hears(R"({"type": "message", "messages": [{"id": "u2", "role": "user", "content": "b"}]})");
  EXPECT_EQ(wire.happens({ended(), started("m2", "u2")}), end + Lines{"start m2"});
  EXPECT_EQ(wire.happens({ended()}), end);
}

TEST(AdkView, ADecisionForATurnThatIsOverEndsTheClientsStream) {
  Wire wire(adk);
  wire.hears(seed_say);
  wire.happens({started("m1"), ended()});
  EXPECT_EQ(wire.hears(seed_click), end);
}

TEST(AdkView, ADecisionForATurnAboutToStartEndsNothing) {
  Wire wire(adk);
  wire.hears(bare_say);
  EXPECT_EQ(wire.hears(seed_click), Lines{});
  EXPECT_EQ(wire.happens({started("m1"), ended()}), Lines{"start m1"} + end);
}

constexpr std::string_view seed_click_elsewhere = R"({"type": "message", "version": "1.0",
  "id": "chat", "messages": [{"role": "assistant", "parts": [
    {"type": "tool-pay", "toolCallId": "c1", "state": "approval-responded",
     "approval": {"id": "a1", "approved": true}}]}]})";

TEST(AdkView, ADecisionOnANewConnectionGoesOnWithTheTurn) {
  Wire wire(adk);
  EXPECT_EQ(wire.hears(seed_click_elsewhere), Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1"), ended()}),
            output_1 + end);
}

TEST(AdkView, ADecisionOnANewConnectionThatChangesNothingEndsTheStream) {
  Wire wire(adk);
  EXPECT_EQ(wire.hears(seed_click_elsewhere), Lines{});
  EXPECT_EQ(wire.told(event::DecisionRefused{"a1", "no such approval", {}}), end);
}

TEST(AdkView, WhoWaitsForNothingIsToldSo) {
  Wire click(adk);
  EXPECT_EQ(click.hears(seed_click_elsewhere), Lines{});
  EXPECT_EQ(click.told(event::Notice{"there is nothing to answer"}), end);
  Wire again(adk);
  EXPECT_EQ(again.hears(R"({"type": "message", "trigger": "regenerate-message",
                            "messages": [{"role": "user", "content": "pay"}]})"),
            Lines{});
  EXPECT_EQ(again.told(event::Notice{"there is nothing to answer"}), end);
  EXPECT_EQ(again.told(event::Notice{"there is nothing to answer"}), Lines{});
}

// --- clients that close their stream at a step ---

class HoldBackStory : public testing::Test {
 protected:
  HoldBackStory() { wire.hears(seed_say); }
  Wire wire{adk};
};

TEST_F(HoldBackStory, Approve) {
  EXPECT_EQ(wire.happens(asking_1()), Lines{"start m1"} + call_1 + request_1);
  EXPECT_EQ(wire.hears(seed_click), Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1")}), output_1);
  EXPECT_EQ(wire.happens(words(1) + std::vector<Event>{ended()}), text_m1 + end);
}

TEST_F(HoldBackStory, Deny) {
  wire.happens(asking_1());
  wire.hears(seed_click);
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::denied),
                          failed("c1", "User denied pay", Outcome::denied), ended()}),
            Lines{"tool-output-error c1 User denied pay"} + end);
}

TEST_F(HoldBackStory, OnlyAMessageReleases) {
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens({returned("c1")}), Lines{});
  EXPECT_EQ(wire.hears(R"({"type": "ping"})"), Lines{});
  EXPECT_EQ(wire.hears(R"({"type": "interrupt"})"), Lines{});
  EXPECT_EQ(wire.hears(R"({"type": "tool_approval", "approvalId": "a1", "approved": true})"),
            Lines{});
  EXPECT_EQ(wire.hears(seed_click), output_1);
}

TEST_F(HoldBackStory, ParallelQuestionsInOneStep) {
  const std::vector<Event> asking_2{begun("c2"), called("c2"), asked("a2", "c2")};
  const Lines both{"start-step", "tool-approval-request c1 a1", "tool-approval-request c2 a2",
                   "finish-step"};
  EXPECT_EQ(wire.happens(asking_1() + asking_2), Lines{"start m1"} + call_1 + call_2 + both);
  wire.hears(seed_click);
  EXPECT_EQ(wire.happens({decided("a2", "c2", Outcome::approved), returned("c2")}), output_2);
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1"), ended()}),
            output_1 + end);
  EXPECT_TRUE(wire.announced.empty());
}

TEST_F(HoldBackStory, AQuestionWhileAwayIsShownAndAnnouncedWithTheNextMessage) {
  wire.happens(
      {started("m1"), begun("c1"), called("c1"), begun("c2"), called("c2"), asked("a1", "c1")});
  EXPECT_EQ(wire.happens({asked("a2", "c2")}), Lines{});
  EXPECT_TRUE(wire.announced.empty());
  EXPECT_EQ(wire.hears(seed_click), request_2);
  EXPECT_EQ(wire.announced, Lines{"a2"});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1")}), Lines{});
  EXPECT_EQ(wire.hears(seed_click), output_1);
  EXPECT_TRUE(wire.announced.empty());
  EXPECT_EQ(wire.happens({decided("a2", "c2", Outcome::approved), returned("c2"), ended()}),
            output_2 + end);
}

TEST_F(HoldBackStory, AQuestionAnsweredWhileAwayIsNotPutAnyMore) {
  wire.happens(
      {started("m1"), begun("c1"), called("c1"), begun("c2"), called("c2"), asked("a1", "c1")});
  wire.happens({asked("a2", "c2")});
  wire.happens({decided("a2", "c2", Outcome::expired), failed("c2", "late", Outcome::expired)});
  EXPECT_EQ(wire.hears(seed_click), Lines{"tool-output-error c2 late"});
  EXPECT_TRUE(wire.announced.empty());
}

TEST_F(HoldBackStory, TimeoutThenALateClick) {
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::expired),
                          failed("c1", "Approval request timed out", Outcome::expired)}),
            Lines{});
  EXPECT_EQ(wire.happens(words(1) + std::vector<Event>{ended()}), Lines{});
  EXPECT_EQ(wire.hears(seed_click),
            Lines{"tool-output-error c1 Approval request timed out"} + text_m1 + end);
  EXPECT_EQ(wire.hears(seed_click), end) << "a client that asks again must not hang";
}

TEST_F(HoldBackStory, TextWhilePendingComesAfterTheClick) {
  wire.happens(asking_1());
  EXPECT_EQ(wire.happens(words(1)), Lines{});
  EXPECT_EQ(wire.hears(seed_click), text_m1);
}

TEST_F(HoldBackStory, TextBeforeTheQuestionOfTheSameBatchComesAtOnce) {
  EXPECT_EQ(wire.happens(asking_1() + words(1)), Lines{"start m1"} + call_1 + text_m1 + request_1);
}

TEST_F(HoldBackStory, ASecondClickInTheMiddleOfTextOpensTheBlockAgain) {
  wire.happens(asking_1());
  wire.hears(seed_click);
  wire.happens({returned("c1"), opened(1), said(1, "one")});
  EXPECT_EQ(wire.hears(seed_click), Lines{});
  EXPECT_EQ(wire.happens({said(1, "two"), closed(1)}),
            (Lines{"text-start m1_output_text_2", "text-delta m1_output_text_2 two",
                   "text-end m1_output_text_2"}));
}

TEST_F(HoldBackStory, ASecondClickWhileACallIsFormedSkipsTheRestOfItsPieces) {
  wire.happens(asking_1());
  wire.hears(seed_click);
  wire.happens({returned("c1"), begun("c2"), event::CallArguments{"c2", "{"}});
  wire.hears(seed_click);
  EXPECT_EQ(wire.happens({event::CallArguments{"c2", "}"}, called("c2"), returned("c2")}),
            Lines{"tool-input-available c2 pay {\"amount\":30}"} + output_2);
}

TEST_F(HoldBackStory, ANewMessageAfterTheTurnEndedTakesWhatItsStreamCan) {
  wire.happens(asking_1());
  wire.happens({decided("a1", "c1", Outcome::expired), failed("c1", "late", Outcome::expired)});
  wire.happens(words(1) + std::vector<Event>{ended()});
  EXPECT_EQ(wire.hears(seed_says_more), text_m1);
  EXPECT_EQ(wire.happens({started("m2", "u2"), opened(1), said(1, "hi"), closed(1), ended()}),
            (Lines{"text-start m2_output_text", "text-delta m2_output_text hi",
                   "text-end m2_output_text"}) +
                end);
}

TEST_F(HoldBackStory, ANewMessageThatGetsNothingOfTheOldTurnHasItsOwnStart) {
  wire.happens(asking_1());
  wire.happens({failed("c1", "late", Outcome::expired), ended()});
  EXPECT_EQ(wire.hears(seed_says_more), Lines{});
  EXPECT_EQ(wire.happens({started("m2", "u2"), ended()}), Lines{"start m2"} + end);
}

TEST_F(HoldBackStory, ANewMessageWhileTheTurnRunsMergesItsTail) {
  wire.happens(asking_1());
  EXPECT_EQ(wire.hears(seed_says_more), Lines{});
  EXPECT_EQ(wire.happens({failed("c1", "late", Outcome::expired), begun("c2"), called("c2"),
                          asked("a2", "c2")}),
            call_2 + request_2);
  EXPECT_EQ(wire.happens({decided("a2", "c2", Outcome::approved), returned("c2"), ended()}),
            Lines{});
  EXPECT_EQ(wire.happens({started("m2", "u2")}), Lines{});
  EXPECT_EQ(wire.hears(seed_click), output_2);
  EXPECT_EQ(wire.happens({ended()}), end);
}

TEST_F(HoldBackStory, ABlockCutByANewMessageIsNotGoneOnWith) {
  wire.happens({started("m1"), opened(1), said(1, "one")});
  EXPECT_EQ(wire.hears(seed_says_more), Lines{});
  EXPECT_EQ(wire.happens({said(1, "two"), closed(1), ended()}), Lines{});
  EXPECT_EQ(wire.happens({started("m2", "u2"), ended()}), Lines{"start m2"} + end);
}

TEST_F(HoldBackStory, AMessageThatWasNotTakenLeavesTheEndToTheRunningTurn) {
  wire.happens({started("m1")});
  wire.hears(seed_says_more);
  EXPECT_EQ(wire.told(event::Notice{"busy"}), Lines{});
  EXPECT_EQ(wire.happens({ended()}), end);
}

TEST_F(HoldBackStory, RegenerateReadsTheNextTurn) {
  wire.happens(asking_1());
  EXPECT_EQ(wire.hears(R"({"type": "message", "version": "1.0", "trigger": "regenerate-message",
                           "messages": [{"id": "u1", "role": "user", "content": "pay"}]})"),
            Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::cancelled),
                          failed("c1", "Cancelled", Outcome::cancelled),
                          ended(How::aborted, "regenerate"), started("m2"), ended()}),
            Lines{"start m2"} + end);
}

TEST_F(HoldBackStory, AResumeForgetsWhatWasHeld) {
  wire.happens(asking_1());
  wire.happens({returned("c1")});
  EXPECT_EQ(wire.hears(R"({"type": "resume", "id": "k"})"), Lines{});
  EXPECT_EQ(wire.happens(asking_1() + std::vector<Event>{returned("c1"), ended()}),
            Lines{"start m1"} + call_1 + output_1 + end);
}

TEST_F(HoldBackStory, WhatIsHeldIsBounded) {
  wire.happens(asking_1());
  wire.happens({returned("c1"), ended()});
  for (std::size_t i = 0; i < held_events_max / 2; ++i) {
    ASSERT_EQ(wire.happens({started("m" + std::to_string(i), "other"), ended()}), Lines{});
  }
  const auto lines = wire.hears(seed_click);
  EXPECT_EQ(lines.back(), "DONE");
  EXPECT_LE(lines.size(), 3u);
}

}  // namespace
}  // namespace holdpoint::story

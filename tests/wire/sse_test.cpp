// Server-sent events: one turn in as many responses as its humans need.

#include "transport/wire/sse.hpp"

#include "tests/wire/story.hpp"

namespace holdpoint::story {
namespace {

const SseDialect sse;

const Lines call_1{"tool-input-start c1 pay", "tool-input-available c1 pay {\"amount\":30}"};
const Lines call_2{"tool-input-start c2 pay", "tool-input-available c2 pay {\"amount\":30}"};
const Lines end{"finish stop", "DONE"};
constexpr std::string_view click = R"({"id": "k", "messages": [{"role": "assistant", "parts": [
    {"type": "tool-pay", "toolCallId": "c1", "state": "approval-responded",
     "approval": {"id": "a1", "approved": true}}]}]})";

TEST(Sse, ABodyIsAChatWithoutAType) {
  const auto frame = sse.decode(
      R"({"id": "k", "trigger": "submit-message",
          "messages": [{"role": "user", "content": "a"}]})");
  ASSERT_TRUE(frame) << to_string(frame.error());
  EXPECT_EQ(frame->kind, ClientFrame::Kind::message);
  EXPECT_EQ(frame->chat, "k");
  EXPECT_EQ(text_of(std::get<Say>(frame->messages.at(0)).said), "a");
  EXPECT_EQ(to_string(sse.decode("[]").error()), "expected an object, found an array");
  EXPECT_EQ(to_string(sse.decode(R"({"id": "k"})").error()),
            "/messages: expected an array, found nothing");
}

TEST(Sse, AnApprovalTakesTwoResponses) {
  Wire wire(sse);
  EXPECT_EQ(wire.happens({started("m1"), begun("c1"), called("c1"),
                          event::StepEnded{json::object{{"usage", 7}}}, asked("a1", "c1")}),
            (Lines{"start m1"} + call_1 +
             Lines{"tool-approval-request c1 a1", "finish stop {\"usage\":7}", "DONE"}));
  EXPECT_EQ(wire.hears(click), Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved)}), Lines{"start m1"});
  EXPECT_EQ(wire.happens({returned("c1"), opened(1), said(1, "Paid"), closed(1), ended()}),
            (Lines{"tool-output-available c1 {\"paid\":true}", "text-start 0", "text-delta 0 Paid",
                   "text-end 0"}) +
                end);
}

TEST(Sse, AResponseEndsOnlyWhenAllThatRunsWaits) {
  Wire wire(sse);
  EXPECT_EQ(wire.happens({started("m1"), begun("c1"), called("c1"), begun("c2"), called("c2"),
                          asked("a1", "c1")}),
            Lines{"start m1"} + call_1 + call_2 + Lines{"tool-approval-request c1 a1"});
  EXPECT_EQ(wire.happens({asked("a2", "c2")}), Lines{"tool-approval-request c2 a2"} + end);
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved)}), Lines{"start m1"});
  EXPECT_EQ(wire.happens({returned("c1")}),
            Lines{"tool-output-available c1 {\"paid\":true}"} + end);
}

TEST(Sse, ANoAfterAQuestionIsADenial) {
  Wire wire(sse);
  wire.happens(
      {started("m1"), begun("c1"), called("c1"), asked("a1", "c1"), begun("c2"), called("c2")});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::denied),
                          failed("c1", "User denied pay", Outcome::denied),
                          failed("c2", "pay is not allowed here")}),
            (Lines{"tool-output-denied c1", "tool-output-error c2 pay is not allowed here"}));
}

TEST(Sse, AReplayedNoWhoseQuestionIsLeftOutIsAnError) {
  Wire wire(sse);
  EXPECT_EQ(wire.happens({started("m1"), begun("c1"), called("c1"), asked("a1", "c1"),
                          decided("a1", "c1", Outcome::denied),
                          failed("c1", "User denied pay", Outcome::denied)}),
            Lines{"start m1"} + call_1 + Lines{"tool-output-error c1 User denied pay"});
}

TEST(Sse, ProgressIsPreliminaryOutput) {
  Wire wire(sse);
  wire.happens({started("m1"), begun("c1"), called("c1")});
  EXPECT_EQ(wire.happens({event::Progress{"c1", "half"}}),
            Lines{"tool-output-available c1 half true"});
}

TEST(Sse, ADecisionThatChangedNothingIsAnsweredInAResponseOfItsOwn) {
  Wire wire(sse);
  wire.happens({started("m1"), begun("c1"), called("c1"), asked("a1", "c1")});
  wire.hears(click);
  const Decision winner{"a0", Outcome::denied, "bob", "console", "no", {}};
  EXPECT_EQ(wire.told(event::DecisionRefused{"a0", "already denied", winner}),
            (Lines{"start m1",
                   "data-approval-refused {\"approvalId\":\"a0\",\"why\":\"already denied\","
                   "\"winner\":{\"outcome\":\"denied\",\"by\":\"bob\",\"via\":\"console\","
                   "\"reason\":\"no\"}} true"}) +
                end);
}

TEST(Sse, ADecisionForATurnThatIsOverEndsItsResponse) {
  Wire wire(sse);
  wire.happens({started("m1"), ended()});
  EXPECT_EQ(wire.hears(click), end);
  EXPECT_EQ(wire.told(event::DecisionRefused{"a1", "late", {}}), Lines{});
}

TEST(Sse, AViewThatComesInTheMiddleWaitsForTheNextTurn) {
  Wire wire(sse);
  EXPECT_EQ(wire.happens({opened(1), said(1, "tail"), closed(1), ended()}), Lines{});
  EXPECT_EQ(wire.happens({started("m2"), ended()}), Lines{"start m2"} + end);
}

}  // namespace
}  // namespace holdpoint::story

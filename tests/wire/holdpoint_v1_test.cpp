// The dialect of our own clients: nothing held back, everything numbered, nothing lost on the way.

#include "transport/wire/holdpoint_v1.hpp"

#include "tests/wire/chunk_keys.hpp"
#include "tests/wire/conversation.hpp"

namespace holdpoint::story {
namespace {

const HoldpointV1Dialect v1;

const Lines call_1{"tool-input-start c1 pay", "tool-input-available c1 pay {\"amount\":30}"};
const Lines ask_1{"data-approval a1 {\"toolCallId\":\"c1\",\"question\":1,\"risk\":3,"
                  "\"askedAt\":\"1970-01-01T00:00:00.000Z\"}",
                  "tool-approval-request c1 a1"};
const Lines paid_1{"tool-output-available c1 {\"paid\":true}"};
const Lines end{"finish stop", "DONE"};
const Event step = event::StepStarted{};

std::string resolved(std::string_view approved, std::string_view outcome) {
  return "data-approval-resolved {\"approvalId\":\"a1\",\"toolCallId\":\"c1\",\"approved\":" +
         std::string(approved) + ",\"outcome\":\"" + std::string(outcome) +
         "\",\"reason\":\"\",\"by\":\"alice\",\"via\":\"websocket\"} true";
}
std::string resumed(bool running, bool whole) {
  const auto word = [](bool is) { return std::string(is ? "true" : "false"); };
  return "data-resumed {\"running\":" + word(running) + ",\"whole\":" + word(whole) + "} true";
}
std::string decide(bool approved) {
  return std::string(R"({"type":"tool_approval","approvalId":"a1","approved":)") +
         (approved ? "true}" : "false}");
}
std::string resume(std::string_view after = {}) {
  json::object frame{{"type", "resume"}, {"id", "chat"}};
  if (!after.empty()) frame["after"] = after;
  return write_json(frame);
}
std::string id_of(const std::string& frame) {
  EXPECT_TRUE(frame.starts_with("id: ")) << frame;
  return frame.substr(4, frame.find('\n') - 4);
}
std::string bare(const std::string& frame) { return frame.substr(frame.find('\n') + 1); }

Lines ids(const Wire& wire) {
  Lines all;
  for (const auto& frame : wire.frames) all.push_back(id_of(frame));
  return all;
}

EventBatch numbered(const std::vector<Event>& events, std::uint64_t first = 1) {
  EventBatch batch;
  for (const auto& event : events) {
    batch.push_back({first++, std::make_shared<const Event>(event)});
  }
  return batch;
}

TEST(HoldpointV1, TheStreamStaysOpenAndStepsHoldTheirOutputs) {
  Wire wire(v1);
  EXPECT_EQ(wire.happens({started("m1"), step, begun("c1"), called("c1"), event::StepEnded{},
                          asked("a1", "c1")}),
            (Lines{"start m1", "start-step"} + call_1 + ask_1));
  EXPECT_EQ(wire.hears(decide(true)), Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1"), step, opened(1),
                          said(1, "Paid"), closed(1), event::StepEnded{}, ended()}),
            (paid_1 + Lines{"finish-step", "start-step", "text-start 0", "text-delta 0 Paid",
                            "text-end 0", "finish-step"} +
             end));
}

TEST(HoldpointV1, AFrameSaysItsEventAndHowManyMoreOfItFollow) {
  Wire wire(v1);
  wire.happens({started("m1"), step, opened(1), said(1, "Hi"), ended()});
  EXPECT_EQ(ids(wire), (Lines{"session.1", "session.2", "session.3", "session.4", "session.5.3",
                              "session.5.2", "session.5.1", "session.5"}));
  EXPECT_EQ(wire.frames.front(), "id: session.1\ndata: {\"type\": \"start\", "
                                 "\"messageId\": \"m1\"}\n\n");
}

TEST(HoldpointV1, TheEpochIsTheEndOfTheSessionsRandomId) {
  const auto view = v1.view("11111111-2222-4333-8444-0123456789ab");
  Outgoing out;
  view->encode(numbered({started("m1")}), out);
  ASSERT_EQ(out.frames.size(), 1u);
  EXPECT_EQ(id_of(out.frames[0]), "0123456789ab.1");
}

TEST(HoldpointV1, AQuestionTellsAllThatIsKnownAboutIt) {
  auto approval = std::make_shared<Approval>(*question("a1", "c1"));
  approval->key.question = 1;
  approval->prompt = "Really?";
  approval->risk = 5;
  approval->asked_at = WallTime(std::chrono::milliseconds(1'700'000'000'007));
  approval->deadline = approval->asked_at + std::chrono::seconds(30);
  Wire wire(v1);
  EXPECT_EQ(wire.happens({started("m1"), begun("c1"), called("c1"), event::Asked{approval}}),
            (Lines{"start m1"} + call_1 +
             Lines{"data-approval a1 {\"toolCallId\":\"c1\",\"question\":2,\"risk\":5,"
                   "\"askedAt\":\"2023-11-14T22:13:20.007Z\",\"prompt\":\"Really?\","
                   "\"deadline\":\"2023-11-14T22:13:50.007Z\"}",
                   "tool-approval-request c1 a1"}));
}

struct V1Asked : testing::Test {
  V1Asked() { wire.happens({started("m1"), step, begun("c1"), called("c1"), asked("a1", "c1")}); }
  Lines decided_as(Outcome outcome) { return wire.happens({decided("a1", "c1", outcome)}); }
  Wire wire{v1};
};

TEST_F(V1Asked, WhatTheClientChoseItselfIsNotToldToIt) {
  wire.hears(decide(false));
  EXPECT_EQ(decided_as(Outcome::denied), Lines{});
  EXPECT_EQ(wire.happens({failed("c1", "User denied pay", Outcome::denied)}),
            Lines{"tool-output-denied c1"});
}

TEST_F(V1Asked, WhatAPartOfItsHistoryChoseIsItsOwnChoiceToo) {
  wire.hears(R"({"type":"message","messages":[{"role":"assistant","parts":[{"type":"tool-pay",
    "toolCallId":"c1","state":"approval-responded","approval":{"id":"a1","approved":true}}]}]})");
  EXPECT_EQ(decided_as(Outcome::approved), Lines{});
}

TEST_F(V1Asked, AnOutcomeThatItDidNotChooseComesBeforeTheOutput) {
  EXPECT_EQ(decided_as(Outcome::approved), Lines{resolved("true", "approved")});
  EXPECT_EQ(wire.happens({returned("c1")}), paid_1);
}

TEST_F(V1Asked, RunningOutOfTimeIsNobodysChoice) {
  wire.hears(decide(false));
  EXPECT_EQ(decided_as(Outcome::expired),
            (Lines{"tool-approval-request c1 a1", resolved("false", "expired")}));
}

TEST_F(V1Asked, OneWhoLostIsAskedAgainBecauseItTakesNoAnswerButToAQuestion) {
  wire.hears(decide(true));
  EXPECT_EQ(decided_as(Outcome::denied),
            (Lines{"tool-approval-request c1 a1", resolved("false", "denied")}));
}

TEST_F(V1Asked, ANoWithoutAQuestionIsAnError) {
  EXPECT_EQ(wire.happens({begun("c2"), called("c2"), failed("c2", "pay is not allowed here")}),
            (Lines{"tool-input-start c2 pay", "tool-input-available c2 pay {\"amount\":30}",
                   "tool-output-error c2 pay is not allowed here"}));
}

TEST_F(V1Asked, ProgressIsPreliminaryOutput) {
  EXPECT_EQ(wire.happens({event::Progress{"c1", "half"}}),
            Lines{"tool-output-available c1 half true"});
}

TEST_F(V1Asked, WhatIsToldToOneClientHasNoNumberOfItsOwn) {
  EXPECT_EQ(wire.told(event::DecisionRefused{"a0", "no such approval", {}}),
            Lines{"data-approval-refused {\"approvalId\":\"a0\","
                  "\"why\":\"no such approval\"} true"});
  EXPECT_EQ(ids(wire), Lines{"session.5"});
  EXPECT_EQ(wire.told(event::Notice{"busy"}), Lines{"data-notice {\"text\":\"busy\"} true"});
  EXPECT_EQ(wire.happens({event::Notice{"for all"}}),
            Lines{"data-notice {\"text\":\"for all\"} true"});
  EXPECT_EQ(ids(wire), Lines{"session.6"});
}

// --- who comes in the middle, or late ---

TEST(HoldpointV1, AViewThatComesInTheMiddleWaitsForTheNextTurnOrResumes) {
  Wire wire(v1);
  EXPECT_EQ(wire.happens({opened(1), said(1, "tail"), closed(1), ended()}), Lines{});
  wire.told(event::Notice{"busy"});
  EXPECT_EQ(ids(wire), Lines{"session.0"});  // it has had nothing that it could go on from
  EXPECT_EQ(wire.happens({started("m2"), ended()}), Lines{"start m2"} + end);
}

TEST(HoldpointV1, AMessageThatStartsNothingIsEnded) {
  constexpr std::string_view old = R"({"type":"message","messages":[{"role":"assistant","parts":[
    {"type":"tool-pay","toolCallId":"c1","state":"approval-responded",
     "approval":{"id":"a1","approved":true}}]}]})";
  Wire wire(v1);
  wire.happens({started("m1"), ended()});
  EXPECT_EQ(wire.hears(old), end);
  wire.hears(R"({"type":"message","trigger":"regenerate-message","messages":[
    {"role":"user","content":"hi"}]})");
  EXPECT_EQ(wire.told(event::Notice{"there is nothing to answer"}),
            Lines{"data-notice {\"text\":\"there is nothing to answer\"} true"} + end);
}

// --- who comes back ---

const std::vector<Event> asked_turn{started("m1"),   step, opened(1),      said(1, "Hi"), closed(1),
                                    begun("c1"),     called("c1"),         event::StepEnded{},
                                    asked("a1", "c1")};
const Lines hi{"text-start 0", "text-delta 0 Hi", "text-end 0"};

TEST(HoldpointV1, AReloadedClientIsToldTheTurnFromItsStart) {
  Wire wire(v1);
  EXPECT_EQ(wire.hears(resume()), Lines{});
  EXPECT_EQ(wire.replays(numbered(asked_turn)),
            (Lines{resumed(true, true), "start m1", "start-step"} + hi + call_1 + ask_1));
}

TEST(HoldpointV1, AReplayLeavesOutAQuestionThatIsAnswered) {
  Wire wire(v1);
  wire.hears(resume());
  auto turn = asked_turn;
  turn.push_back(decided("a1", "c1", Outcome::denied));
  turn.push_back(failed("c1", "User denied pay", Outcome::denied));
  EXPECT_EQ(wire.replays(numbered(turn)),
            (Lines{resumed(true, true), "start m1", "start-step"} + hi + call_1 +
             Lines{"tool-output-error c1 User denied pay"}));
}

TEST(HoldpointV1, AClientThatLostItsConnectionGoesOnWhereItWas) {
  Wire wire(v1);
  wire.hears(resume("session.4"));
  EXPECT_EQ(wire.replays(numbered(asked_turn)),
            (Lines{resumed(true, false), "text-end 0"} + call_1 + ask_1));
  EXPECT_EQ(ids(wire).front(), "session.4");
}

TEST(HoldpointV1, AnEventIsNeverSplit) {
  Wire wire(v1);
  wire.hears(resume("session.9.1"));  // it has the data part, not the request
  EXPECT_EQ(wire.replays(numbered(asked_turn)),
            (Lines{resumed(true, false), "tool-approval-request c1 a1"}));
  EXPECT_EQ(ids(wire), (Lines{"session.9.1", "session.9"}));
}

TEST(HoldpointV1, WhatWasAskedBeforeAndAnsweredMeanwhileIsResolvedForIt) {
  Wire wire(v1);
  wire.hears(resume("session.9"));
  auto turn = asked_turn;
  turn.push_back(decided("a1", "c1", Outcome::denied));
  turn.push_back(failed("c1", "User denied pay", Outcome::denied));
  EXPECT_EQ(wire.replays(numbered(turn)),
            (Lines{resumed(true, false), resolved("false", "denied"), "tool-output-denied c1"}));
}

TEST(HoldpointV1, APositionThatIsNotInTheTurnMeansTheWholeTurn) {
  for (const std::string_view after :
       {"other.4", "session.99", "session.", "session", "session.4.", "session.x", "", "4"}) {
    Wire wire(v1);
    wire.hears(resume(after));
    const auto lines = wire.replays(numbered(asked_turn));
    ASSERT_GT(lines.size(), 2u) << after;
    EXPECT_EQ(lines[0], resumed(true, true)) << after;
    EXPECT_EQ(lines[1], "start m1") << after;
  }
  Wire wire(v1);
  wire.hears(resume("session.4"));  // of a turn before this one
  EXPECT_EQ(wire.replays(numbered({started("m2")}, 10)),
            (Lines{resumed(true, true), "start m2"}));
}

TEST(HoldpointV1, AResumeThatFindsNothingSaysSo) {
  Wire wire(v1);
  wire.hears(resume("session.4"));
  EXPECT_EQ(wire.replays({}), Lines{resumed(false, true)});
  EXPECT_EQ(wire.happens({started("m1")}), Lines{"start m1"});
}

TEST(HoldpointV1, PositionsAreText) {
  const auto frame = v1.decode(R"({"type":"resume","id":"chat","after":7})");
  ASSERT_FALSE(frame);
  EXPECT_EQ(to_string(frame.error()), "/after: expected a string, found a number");
}

// --- whatever happens ---

void reads(StrictClient& client, const std::string& frame, std::string& last_id) {
  const std::string chunk = bare(frame);
  last_id = id_of(frame);
  if (line_of(chunk) == "DONE") return client.reads(chunk);
  const auto value = parse_json(std::string_view(chunk).substr(6, chunk.size() - 8));
  EXPECT_EQ(bad_keys(value->as_object()), "");
  if (string_or(value->as_object(), "type") != "data-resumed") client.reads(chunk);
}

// A client whose connection is lost again and again, in the middle of events too.
void unlucky_client(unsigned seed) {
  std::mt19937 dice(seed);
  Conversation talk(dice);
  auto wire = std::make_unique<Wire>(v1);
  StrictClient client(false);
  std::string last_id;
  std::uint64_t number = 0;
  for (int turn = 1; turn <= 4; ++turn) {
    client.opens_stream(true);
    auto events = talk.turn("m" + std::to_string(turn), "u");
    EventBatch so_far;
    while (!events.empty()) {
      EventBatch batch;
      for (auto& event : some_of(events, talk.roll(1, 8))) {
        batch.push_back({++number, std::make_shared<const Event>(std::move(event))});
      }
      so_far.insert(so_far.end(), batch.begin(), batch.end());
      wire->replays(batch);
      while (true) {
        const auto frames = std::exchange(wire->frames, {});
        std::size_t arrives = frames.size();
        const bool breaks = talk.roll(0, 4) == 0;
        if (breaks) arrives = static_cast<std::size_t>(talk.roll(0, static_cast<int>(arrives)));
        for (std::size_t i = 0; i < arrives; ++i) reads(client, frames[i], last_id);
        if (!breaks || last_id.empty()) {
          for (std::size_t i = arrives; i < frames.size(); ++i) reads(client, frames[i], last_id);
          break;
        }
        if (!client.is_reading()) client.opens_stream(false);
        wire = std::make_unique<Wire>(v1);
        wire->hears(resume(last_id));
        wire->replays(so_far);
        if (last_id.ends_with("." + std::to_string(number))) {  // it has had everything
          EXPECT_EQ(wire->frames.size(), 1u);
        }
      }
    }
    EXPECT_EQ(client.ends(), turn);
  }
  EXPECT_EQ(client.text, talk.all_text);
  EXPECT_EQ(client.faults(), std::vector<std::string>{});
}

TEST(HoldpointV1, AClientThatAlwaysComesBackMissesNothingAndHasNothingTwice) {
  for (unsigned seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    unlucky_client(seed);
  }
}

}  // namespace
}  // namespace holdpoint::story

// WebSocketChatTransport of ai 7: every frame names a request, chunks are counted from 0.

#include "transport/wire/ai7.hpp"

#include "tests/wire/chunk_keys.hpp"
#include "tests/wire/conversation.hpp"
#include "transport/wire/adk.hpp"
#include "transport/wire/holdpoint_v1.hpp"
#include "transport/wire/sse.hpp"

namespace holdpoint::story {
namespace {

const Ai7Dialect ai7;

std::string send(std::string_view request, std::string_view user) {
  return R"({"type":"send","requestId":")" + std::string(request) +
         R"(","id":"chat","trigger":"submit-message","headers":{},"body":{},"messages":[{"id":")" +
         std::string(user) + R"(","role":"user","parts":[{"type":"text","text":"go"}]}]})";
}
std::string regenerate(std::string_view request) {
  return R"({"type":"send","requestId":")" + std::string(request) +
         R"(","id":"chat","trigger":"regenerate-message","messageId":"m1","headers":{},"body":{},
         "messages":[{"id":"u1","role":"user","parts":[{"type":"text","text":"go"}]}]})";
}
std::string answer(std::string_view request) {
  return R"({"type":"send","requestId":")" + std::string(request) +
         R"(","id":"chat","trigger":"submit-message","headers":{},"body":{},"messages":[
         {"id":"m1","role":"assistant","parts":[{"type":"tool-pay","toolCallId":"c1",
          "state":"approval-responded","input":{},"approval":{"id":"a1","approved":true}}]}]})";
}
std::string resume(std::string_view request, std::string_view more = {}) {
  return R"({"type":"resume","requestId":")" + std::string(request) +
         R"(","id":"chat","headers":{},"body":{})" + std::string(more) + "}";
}
std::string abort(std::string_view request) {
  return R"({"type":"abort","requestId":")" + std::string(request) + "\"}";
}

// The chunks in `lines`, as frames of one request.
Lines chunks(const std::string& request, int first, const Lines& of) {
  Lines lines;
  for (const auto& chunk : of) {
    lines.push_back("chunk " + request + " " + std::to_string(first++) + " " + chunk);
  }
  return lines;
}
const std::string start_1 = R"({"type":"start","messageId":"m1"})";
const std::string start_2 = R"({"type":"start","messageId":"m2"})";
const std::string finish = R"({"type":"finish","finishReason":"stop"})";
const std::string begun_1 =
    R"({"type":"tool-input-start","toolCallId":"c1","toolName":"pay"})";
const std::string called_1 =
    R"({"type":"tool-input-available","toolCallId":"c1","toolName":"pay","input":{"amount":30}})";
const std::string data_1 =
    R"({"type":"data-approval","id":"a1","data":{"toolCallId":"c1","question":1,"risk":3,)"
    R"("askedAt":"1970-01-01T00:00:00.000Z"}})";
const std::string ask_1 =
    R"({"type":"tool-approval-request","toolCallId":"c1","approvalId":"a1"})";
const std::string response_1 =
    R"({"type":"tool-approval-response","approvalId":"a1","approved":true})";
const std::string resolved_1 =
    R"({"type":"data-approval-resolved","data":{"approvalId":"a1","toolCallId":"c1",)"
    R"("approved":true,"outcome":"approved","reason":"","by":"alice","via":"websocket"},)"
    R"("transient":true})";
const std::string paid_1 =
    R"({"type":"tool-output-available","toolCallId":"c1","output":{"paid":true}})";
const std::vector<Event> asks{started("m1"), begun("c1"), called("c1"), asked("a1", "c1")};

EventBatch numbered(const std::vector<Event>& events) {
  EventBatch batch;
  for (const auto& event : events) {
    batch.push_back({batch.size() + 1, std::make_shared<const Event>(event)});
  }
  return batch;
}
bool interrupts(const Wire& wire) {
  return wire.messages.size() == 1 && std::holds_alternative<Interrupt>(wire.messages[0]);
}

TEST(Ai7, IsKnownByItsFirstFrame) {
  EXPECT_TRUE(ai7.begins_with(send("r1", "u1")));
  EXPECT_TRUE(ai7.begins_with(resume("r1")));
  EXPECT_TRUE(ai7.begins_with(abort("r1")));
  EXPECT_FALSE(ai7.begins_with(R"({"type":"resume","id":"chat"})"));
  EXPECT_FALSE(ai7.begins_with(R"({"type":"message","requestId":"r1","messages":[]})"));
  EXPECT_FALSE(ai7.begins_with("not JSON"));
  EXPECT_FALSE(AdkDialect().begins_with(send("r1", "u1")));
  EXPECT_FALSE(HoldpointV1Dialect().begins_with(send("r1", "u1")));
}

TEST(Ai7, WhatIsMalformedIsSaidAndWhatIsNotItsOwnIsIgnored) {
  const auto nameless = ai7.decode(R"({"type":"send","id":"chat","messages":[]})");
  ASSERT_FALSE(nameless);
  EXPECT_EQ(to_string(nameless.error()), "/requestId: expected a string, found nothing");
  EXPECT_FALSE(ai7.decode(R"({"type":"resume","requestId":"r","id":"chat","lastSequence":-1})"));
  for (const auto* text : {R"({"type":"ping","timestamp":1})",
                           R"({"type":"message","messages":[{"role":"user","content":"hi"}]})"}) {
    const auto frame = ai7.decode(text);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->kind, ClientFrame::Kind::ignored);
    EXPECT_EQ(frame->reply, "") << "a frame without requestId breaks that client";
  }
  const auto decision =
      ai7.decode(R"({"type":"tool_approval","id":"chat","approvalId":"a1","approved":true})");
  ASSERT_TRUE(decision);
  EXPECT_EQ(decision->kind, ClientFrame::Kind::decision);
  EXPECT_EQ(decision->chat, "chat");
}

TEST(Ai7, ATurnIsCountedFromZeroAndEnds) {
  Wire wire(ai7);
  EXPECT_EQ(wire.hears(send("r1", "u1")), Lines{});
  EXPECT_EQ(wire.happens(asks), chunks("r1", 0, {start_1, begun_1, called_1, data_1, ask_1}));
  wire.hears(R"({"type":"tool_approval","approvalId":"a1","approved":true})");
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1"), ended()}),
            chunks("r1", 5, {response_1, resolved_1, paid_1, finish}) + Lines{"end r1"});
  EXPECT_EQ(wire.happens({started("m2", "another view's"), ended()}), Lines{});
}

TEST(Ai7, WhatIsSaidMeanwhileIsAnsweredOnItsOwnRequest) {
  Wire wire(ai7);
  wire.hears(send("r1", "u1"));
  EXPECT_EQ(wire.happens({started("m1", "u1")}), chunks("r1", 0, {start_1}));
  EXPECT_EQ(wire.hears(send("r2", "u2")), Lines{});
  EXPECT_EQ(wire.happens({ended(), started("m2", "u2")}),
            chunks("r1", 1, {finish}) + Lines{"end r1"} + chunks("r2", 0, {start_2}));
}

TEST(Ai7, ARegeneratedAnswerIsTheNextTurn) {
  Wire wire(ai7);
  wire.hears(send("r1", "u1"));
  wire.happens({started("m1", "u1"), ended()});
  wire.hears(regenerate("r2"));
  EXPECT_EQ(wire.happens({started("m2", "u1")}), chunks("r2", 0, {start_2}));
}

TEST(Ai7, WhatIsNotTakenFailsItsRequest) {
  Wire wire(ai7);
  wire.hears(send("r1", "u1"));
  wire.happens({started("m1", "u1")});
  wire.hears(send("r2", "u2"));
  EXPECT_EQ(wire.told(event::Notice{"busy"}), Lines{"error r2 busy"});
  EXPECT_EQ(wire.happens({ended()}), chunks("r1", 1, {finish}) + Lines{"end r1"});
}

TEST(Ai7, AnAbortStopsItsOwnTurnOnly) {
  Wire wire(ai7);
  wire.hears(send("r1", "u1"));
  wire.happens({started("m1", "u1")});
  wire.hears(send("r2", "u2"));
  wire.hears(abort("r2"));
  EXPECT_FALSE(interrupts(wire)) << "it is not its turn";
  wire.hears(abort("r1"));
  EXPECT_TRUE(interrupts(wire));
  EXPECT_EQ(wire.happens({ended(event::TurnEnded::How::aborted)}), Lines{});
  EXPECT_EQ(wire.happens({started("m2", "u2")}), Lines{});
  EXPECT_TRUE(interrupts(wire)) << "now it is";
}

TEST(Ai7, AViewKnowsWhichRequestsAreItsOwn) {
  const auto view = ai7.view();
  Outgoing out;
  view->heard(*ai7.decode(send("r1", "u1")), out);
  EXPECT_TRUE(view->serves("r1"));
  view->encode(numbered({started("m1", "u1")}), out);
  EXPECT_TRUE(view->serves("r1"));
  view->encode({{2, std::make_shared<const Event>(ended())}}, out);
  EXPECT_FALSE(view->serves("r1"));
}

TEST(Ai7, RequestsAreBounded) {
  Wire wire(ai7);
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(wire.hears(send("r" + std::to_string(i), "u")), Lines{});
  }
  EXPECT_EQ(wire.hears(send("more", "u")), Lines{"error more too many requests are open"});
}

// --- coming back ---

TEST(Ai7, AResumeIsToldTheTurnFromZero) {
  Wire wire(ai7);
  EXPECT_EQ(wire.hears(resume("r2")), Lines{});
  EXPECT_EQ(wire.replays(numbered(asks)),
            Lines{"start r2"} + chunks("r2", 0, {start_1, begun_1, called_1, data_1, ask_1}));
}

TEST(Ai7, AReplayLeavesOutAQuestionThatIsAnswered) {
  Wire wire(ai7);
  wire.hears(resume("r2"));
  auto turn = asks;
  turn.insert(turn.end(), {decided("a1", "c1", Outcome::approved), returned("c1"), ended()});
  EXPECT_EQ(wire.replays(numbered(turn)),
            Lines{"start r2"} + chunks("r2", 0, {start_1, begun_1, called_1, paid_1, finish}) +
                Lines{"end r2"});
}

TEST(Ai7, WhatAClientHasAlreadyIsNotSentAgain) {
  Wire wire(ai7);
  wire.hears(resume("r2", R"(,"lastSequence":3)"));
  auto turn = asks;
  turn.insert(turn.end(), {decided("a1", "c1", Outcome::approved), returned("c1")});
  EXPECT_EQ(wire.replays(numbered(turn)),
            Lines{"start r2"} + chunks("r2", 4, {ask_1, response_1, resolved_1, paid_1}));
}

TEST(Ai7, AResumeThatFindsNothingIsToldSo) {
  Wire wire(ai7);
  wire.hears(resume("r1"));
  EXPECT_EQ(wire.replays({}), Lines{"no-active r1"});
  EXPECT_EQ(wire.happens({started("m1", "another view's")}), Lines{});
}

TEST(Ai7, AResumeDoesNotDisturbTheRequestThatReadsAlready) {
  Wire wire(ai7);
  wire.hears(send("r1", "u1"));
  wire.happens({started("m1", "u1")});
  wire.hears(resume("r2"));
  EXPECT_EQ(wire.replays(numbered({started("m1", "u1"), ended()})),
            Lines{"start r2"} + chunks("r2", 0, {start_1, finish}) +
                Lines{"end r2"} + chunks("r1", 1, {finish}) + Lines{"end r1"});
}

// --- decisions that come with a history ---

TEST(Ai7, AnAnswerGoesOnInTheMessageThatTheClientShows) {
  Wire wire(ai7);
  EXPECT_EQ(wire.hears(answer("r2")), Lines{});
  EXPECT_EQ(wire.happens({decided("a1", "c1", Outcome::approved), returned("c1"), ended()}),
            chunks("r2", 0, {response_1, resolved_1, paid_1, R"({"type":"finish-step"})", finish}) +
                Lines{"end r2"});
}

TEST(Ai7, AnAnswerThatChangesNothingEnds) {
  Wire late(ai7);
  late.hears(send("r1", "u1"));
  late.happens({started("m1", "u1"), ended()});
  EXPECT_EQ(late.hears(answer("r2")), Lines{"end r2"});

  Wire unsure(ai7);
  unsure.hears(answer("r2"));
  EXPECT_EQ(unsure.told(event::DecisionRefused{"a1", "no such approval", {}}),
            chunks("r2", 0, {R"({"type":"data-approval-refused","data":{"approvalId":"a1",)"
                             R"("why":"no such approval"},"transient":true})"}) +
                Lines{"end r2"});

  Wire idle(ai7);
  idle.hears(answer("r2"));
  EXPECT_EQ(idle.told(event::Notice{"there is nothing to answer"}),
            chunks("r2", 0, {R"({"type":"data-notice","data":{"text":)"
                             R"("there is nothing to answer"},"transient":true})"}) +
                Lines{"end r2"});
}

// --- whatever happens ---

// Reads as the transport does: each request from 0, without a gap, to one end.
class Transport {
 public:
  void reads(const std::string& frame, StrictClient& client) {
    const auto value = parse_json(frame);
    ASSERT_TRUE(value) << frame;
    const json::object& text = value->as_object();
    ASSERT_TRUE(text.contains("requestId")) << frame;
    const std::string_view type = string_or(text, "type");
    if (type == "end") return client.reads("data: [DONE]\n\n");
    ASSERT_EQ(type, "chunk") << frame;
    const std::string request(string_or(text, "requestId"));
    EXPECT_EQ(text.at("sequence"), next_[request]++) << frame;
    const json::object& chunk = text.at("chunk").as_object();
    const bool is_of_7 = string_or(chunk, "type") == "tool-approval-response";
    EXPECT_TRUE(is_of_7 || bad_keys(chunk).empty()) << bad_keys(chunk);
    client.reads("data: " + write_json(chunk) + "\n\n");
  }

 private:
  std::map<std::string, int> next_;
};

TEST(Ai7, OneEndPerRequestWhichMissesNothing) {
  for (unsigned seed = 0; seed < 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 dice(seed);
    Conversation talk(dice);
    Wire wire(ai7);
    StrictClient client(false);
    Transport transport;
    for (int turn = 1; turn <= 4; ++turn) {
      const std::string number = std::to_string(turn);
      client.opens_stream(true);
      wire.hears(send("r" + number, "u" + number));
      auto events = talk.turn("m" + number, "u" + number);
      while (!events.empty()) {
        wire.happens(some_of(events, talk.roll(1, 8)));
        for (const auto& frame : wire.frames) transport.reads(frame, client);
      }
      EXPECT_EQ(client.ends(), turn);
    }
    EXPECT_EQ(client.text, talk.all_text);
    EXPECT_EQ(client.faults(), std::vector<std::string>{});
  }
}

// --- side by side ---

// What a client is told, whatever wraps it: words, calls and their ends, and how the turn ended.
std::string essence(const Wire& wire) {
  std::string all;
  for (const auto& frame : wire.frames) {
    std::string text = frame;
    if (text.starts_with("id: ")) text.erase(0, text.find('\n') + 1);
    if (text.starts_with("data: ")) text = text.substr(6, text.size() - 8);
    const auto value = parse_json(text);
    if (!value) continue;  // [DONE]
    const auto* chunk = &value->as_object();
    if (const auto* inner = chunk->if_contains("chunk")) chunk = &inner->as_object();
    const std::string_view type = string_or(*chunk, "type");
    if (type == "text-delta" || type == "reasoning-delta") {
      all += string_or(*chunk, "delta");
    } else if (type.starts_with("tool-input-available") || type == "tool-output-available") {
      if (chunk->contains("preliminary")) continue;
      all += std::string(type) + std::string(string_or(*chunk, "toolCallId")) + ";";
    } else if (type == "tool-output-error" || type == "tool-output-denied") {
      all += "no " + std::string(string_or(*chunk, "toolCallId")) + ";";
    } else if (type == "start" || type == "finish" || type == "abort" || type == "error") {
      if (chunk->contains("messageId") || type != "start") all += std::string(type) + ";";
    }
  }
  return all;
}

TEST(Dialects, ViewsOfOneSessionSeeTheSameTurnInTheirOwnWords) {
  const AdkDialect adk;
  const HoldpointV1Dialect v1;
  for (unsigned seed = 0; seed < 100 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 dice(seed);
    Conversation talk(dice);
    Wire in_adk(adk), in_v1(v1), in_ai7(ai7);
    std::string as_adk, as_v1, as_ai7;
    for (int turn = 1; turn <= 3; ++turn) {
      const std::string number = std::to_string(turn);
      in_ai7.hears(send("r" + number, "u" + number));
      auto events = talk.turn("m" + number, "u" + number);
      while (!events.empty()) {
        const auto batch = some_of(events, talk.roll(1, 8));
        in_adk.happens(batch), in_v1.happens(batch), in_ai7.happens(batch);
        as_adk += essence(in_adk), as_v1 += essence(in_v1), as_ai7 += essence(in_ai7);
      }
    }
    EXPECT_EQ(as_v1, as_adk);
    EXPECT_EQ(as_ai7, as_adk);
  }
}

}  // namespace
}  // namespace holdpoint::story

// Whatever happens, in whatever batches: a client that breaks where the real ones do reads every
// stream to its end, and each ends once.

#include "tests/wire/conversation.hpp"
#include "transport/wire/adk.hpp"
#include "transport/wire/sse.hpp"

namespace holdpoint::story {
namespace {

void read_all(StrictClient& client, const Wire& wire) {
  for (const auto& frame : wire.frames) client.reads(frame);
}

std::string say(const std::string& user, bool versioned) {
  return std::string(R"({"type": "message", )") + (versioned ? R"("version": 1, )" : "") +
         R"("messages": [{"id": ")" + user + R"(", "role": "user", "content": "go"}]})";
}
constexpr std::string_view click = R"({"type": "message", "version": 1, "messages": [
  {"role": "assistant", "parts": [{"type": "tool-pay", "toolCallId": "c1",
    "state": "approval-responded", "approval": {"id": "a1", "approved": true}}]}]})";

constexpr unsigned seeds = 200;

void plain_client(unsigned seed) {
  std::mt19937 dice(seed);
  Conversation talk(dice);
  const AdkDialect adk;
  Wire wire(adk);
  StrictClient client(false);
  for (int turn = 1; turn <= 4; ++turn) {
    const std::string number = std::to_string(turn);
    client.opens_stream(true);
    wire.hears(say("u" + number, false));
    auto events = talk.turn("m" + number, "u" + number);
    while (!events.empty()) {
      wire.happens(some_of(events, talk.roll(1, 8)));
      read_all(client, wire);
    }
    EXPECT_EQ(client.ends(), turn);
  }
  EXPECT_EQ(client.text, talk.all_text);
  EXPECT_EQ(client.faults(), std::vector<std::string>{});
}

TEST(OneDone, PerTurnForAPlainClientWhichMissesNothing) {
  for (unsigned seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    plain_client(seed);
  }
}

void leaving_client(unsigned seed) {
  std::mt19937 dice(seed);
  Conversation talk(dice);
  const AdkDialect adk;
  Wire wire(adk);
  StrictClient client(true);
  std::deque<Event> events;
  int said_so_far = 0, answered = 0;
  const auto says = [&] {
    const std::string number = std::to_string(++said_so_far);
    client.opens_stream(true);
    wire.hears(say("u" + number, true));
    read_all(client, wire);
  };
  says();
  while (client.is_reading() || !events.empty() || answered < said_so_far || client.ends() == 0) {
    if (events.empty() && answered < said_so_far) {
      const std::string number = std::to_string(++answered);
      events = talk.turn("m" + number, "u" + number);
    }
    if (said_so_far < 4 && talk.roll(0, 9) == 0) says();
    if (!client.is_reading() && client.asked().size() > 0 && talk.roll(0, 1)) {
      client.opens_stream(false);
      wire.hears(click);
      read_all(client, wire);
    }
    wire.happens(some_of(events, talk.roll(1, 8)));
    read_all(client, wire);
    ASSERT_LT(client.faults().size(), 1u) << client.faults().front();
  }
  EXPECT_GE(client.ends(), 1);
}

TEST(OneDone, PerStreamForAClientThatLeavesAtStepsAndSaysMoreAnyTime) {
  for (unsigned seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    leaving_client(seed);
  }
}

void sse_client(unsigned seed) {
  std::mt19937 dice(seed);
  Conversation talk(dice);
  const SseDialect sse;
  Wire wire(sse);
  StrictClient client(false);
  for (int turn = 1; turn <= 4; ++turn) {
    const std::string number = std::to_string(turn);
    auto events = talk.turn("m" + number, "u" + number);
    bool is_new = true;
    while (!events.empty()) {
      wire.happens(some_of(events, talk.roll(1, 8)));
      for (const auto& frame : wire.frames) {
        if (!client.is_reading()) {  // the next response goes on with the same message
          ASSERT_EQ(line_of(frame), "start m" + number);
          client.opens_stream(std::exchange(is_new, false));
        }
        client.reads(frame);
      }
    }
    EXPECT_FALSE(client.is_reading());
  }
  EXPECT_EQ(client.text, talk.all_text);
  EXPECT_EQ(client.faults(), std::vector<std::string>{});
}

TEST(OneDone, PerResponseOverSse) {
  for (unsigned seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    sse_client(seed);
  }
}

}  // namespace
}  // namespace holdpoint::story

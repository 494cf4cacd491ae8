// Whatever happens, in whatever batches: a client that breaks where the real ones do reads every
// stream to its end, and each ends once.

#include <deque>
#include <random>

#include "story.hpp"
#include "transport/wire/adk.hpp"
#include "transport/wire/sse.hpp"

namespace holdpoint {
namespace {

using namespace story;

// The events of a turn as the runtime could publish them, and what is asked in it.
class Conversation {
 public:
  explicit Conversation(std::mt19937& dice) : dice_(dice) {}

  std::deque<Event> turn(const std::string& message, const std::string& user) {
    events_ = {started(message, user)};
    blocks_ = 0;
    for (int step = 0, steps = roll(1, 3); step < steps; ++step) {
      events_.push_back(event::StepStarted{});
      for (int i = roll(0, 2); i > 0; --i) speak();
      const int calls = roll(0, 3);
      std::vector<std::string> running;
      for (int i = 0; i < calls; ++i) {
        running.push_back("c" + std::to_string(++calls_));
        events_.push_back(begun(running.back()));
        if (roll(0, 1)) events_.push_back(event::CallArguments{running.back(), "{"});
        events_.push_back(called(running.back()));
      }
      events_.push_back(event::StepEnded{});
      run(running);
    }
    using How = event::TurnEnded::How;
    events_.push_back(ended(static_cast<How>(roll(0, 2)), "stop"));
    return std::exchange(events_, {});
  }
  int roll(int low, int high) { return std::uniform_int_distribution<>(low, high)(dice_); }
  std::string all_text;

 private:
  void speak() {
    const auto kind = roll(0, 1) ? BlockKind::text : BlockKind::reasoning;
    events_.push_back(opened(++blocks_, kind));
    for (int i = roll(0, 3); i > 0; --i) {
      all_text += std::to_string(++words_) + ",";
      events_.push_back(said(blocks_, std::to_string(words_) + ",", kind));
    }
    events_.push_back(closed(blocks_, kind));
  }

  // Calls side by side, each with some questions, in any interleaving.
  void run(std::vector<std::string> running) {
    std::map<std::string, std::string> waiting;
    while (!running.empty()) {
      const auto at = running.begin() + roll(0, static_cast<int>(running.size()) - 1);
      if (const auto asked_about = waiting.find(*at); asked_about != waiting.end()) {
        const bool yes = roll(0, 1) == 1;
        events_.push_back(
            decided(asked_about->second, *at, yes ? Outcome::approved : Outcome::expired));
        waiting.erase(asked_about);
        if (yes) continue;
        events_.push_back(failed(*at, "no", Outcome::expired));
        running.erase(at);
      } else if (roll(0, 1)) {
        const std::string id = "a" + std::to_string(++questions_);
        events_.push_back(asked(id, *at));
        waiting[*at] = id;
      } else {
        events_.push_back(event::Progress{*at, 1});
        events_.push_back(returned(*at));
        running.erase(at);
      }
    }
  }

  std::mt19937& dice_;
  std::deque<Event> events_;
  std::uint32_t blocks_ = 0;
  int calls_ = 0, questions_ = 0, words_ = 0;
};

std::vector<Event> some_of(std::deque<Event>& events, int count) {
  std::vector<Event> batch;
  for (; count > 0 && !events.empty(); --count) {
    batch.push_back(std::move(events.front()));
    events.pop_front();
  }
  return batch;
}

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
}  // namespace holdpoint

#pragma once
// Random turns, as the runtime could publish them: for tests that hold whatever happens.

#include <deque>
#include <map>
#include <random>

#include "tests/wire/story.hpp"

namespace holdpoint::story {

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

inline std::vector<Event> some_of(std::deque<Event>& events, int count) {
  std::vector<Event> batch;
  for (; count > 0 && !events.empty(); --count) {
    batch.push_back(std::move(events.front()));
    events.pop_front();
  }
  return batch;
}

}  // namespace holdpoint::story

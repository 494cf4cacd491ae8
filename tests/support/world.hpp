#pragma once
// A whole runtime on a polled loop, with time and ids held in the hand: the second ring of tests.
// One thread. `World` is the composition root that app/ is for the server.

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/in_words.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

namespace holdpoint::test {

// Answers from a list, one step after the other; when it is empty it says "done".
class ListModel final : public Model {
 public:
  struct Step {
    std::string text;
    std::vector<CallPtr> calls;
    std::function<Task<>(ModelSink&)> act;  // runs before the rest, e.g. to wait or to throw
  };
  std::deque<Step> steps;
  std::vector<Conversation> heard;  // what it was told, step by step

  std::string name() const override { return "list"; }
  Task<ModelAnswer> answer(const Conversation& conversation, ModelSink& sink) override;

  void calls(std::vector<CallPtr> all) { steps.push_back({"", std::move(all), {}}); }
  void says(std::string text) { steps.push_back({std::move(text), {}, {}}); }
};

CallPtr call(std::string id, std::string tool, json::object arguments = {});

// What a runtime needs from outside, before there is one.
struct Hands {
  asio::io_context io;
  ManualClock clock;
  CountingIds ids;
  MemoryLedger driver{Limits{}.decided_kept_max};
  ListModel model;
};

class World : public Hands, public Runtime {
 public:
  World();
  ~World();  // closes what still runs

  void poll();  // until nothing is ready any more
  void advance(std::chrono::milliseconds by);
};

// Reads a session along and tells its story in short words, one line an event (in_words.hpp):
// "turn", "call c1 pay", "ask c1", "approved c1", "out c1 {…}", "fail c1 …", "text hi", "end".
class Reader {
 public:
  Reader(World& world, std::shared_ptr<Session> session,
         std::optional<std::uint64_t> after = std::nullopt);

  std::vector<std::string> story() const;  // what there is since the last call is not forgotten
  std::string last() const;                // the last line
  int ends() const;                        // how many turns ended

  void say(std::string text);
  void approve(const std::string& call, std::string reason = {});
  void deny(const std::string& call, std::string reason = {});
  void receive(Message message);

  std::string approval_of(const std::string& call) const;  // the latest question's id

  std::vector<EventBatch> batches;
  Session::View view;

 private:
  World& world_;
};

}  // namespace holdpoint::test

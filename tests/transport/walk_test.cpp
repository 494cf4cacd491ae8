// A walk over random interleavings of frames, drops, resumes, decisions and time, on the polled
// loop. Whatever happens: every turn ends once, every call is resolved once, nothing acts without a
// yes, and every view that came back has the same message in the end.

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/world.hpp"
#include "transport/wire/holdpoint_v1.hpp"

namespace holdpoint::test {
namespace {

using namespace std::chrono_literals;

struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())
using Acts = std::vector<std::string>;

Task<json::value> asks_once(Nothing, ToolContext& call, Acts& acts) {
  co_await call.approval();
  acts.push_back(call.call_id());
  co_return json::object{{"done", true}};
}
Task<json::value> asks_twice(Nothing, ToolContext& call, Acts& acts) {
  co_await call.approval("Sure?");
  co_await call.approval("Really?");
  acts.push_back(call.call_id());
  co_return json::object{{"done", true}};
}
Task<json::value> behind_the_gate(Nothing, ToolContext& call, Acts& acts) {
  acts.push_back(call.call_id());
  co_return json::object{{"done", true}};
}
Task<json::value> in_the_client(Nothing, ToolContext& call) { co_return co_await call.on_client(); }
Task<json::value> harmless(Nothing, ToolContext& call) {
  call.progress(json::value(1));
  co_return json::object{{"counted", 2}};
}

// What a client has made of its frames: the message of the latest turn, in words.
class Client {
 public:
  Client(World& world, const std::shared_ptr<Session>& session, bool resumes)
      : codec_(HoldpointV1Dialect().view(session->identity().id)), came_back_(resumes) {
    view = session->attach(resumes ? std::optional<std::uint64_t>(0) : std::nullopt, "walk",
                           [this](EventBatch batch) {
                             Outgoing out;
                             codec_->encode(batch, out);
                             for (const auto& frame : out.frames) take(frame);
                           });
    world.poll();
  }

  const std::map<std::string, std::string>& message() const { return message_; }
  bool saw_the_start() const { return came_back_ || starts_ > 0; }
  int starts() const { return starts_; }
  int dones() const { return dones_; }

  Session::View view;

 private:
  void take(const std::string& frame) {
    const std::string text = frame.substr(frame.find("data: ") + 6);
    if (text.starts_with("[DONE]")) {
      ++dones_;
      return;
    }
    const auto chunk = parse_json(text).value().as_object();
    const auto type = std::string(chunk.at("type").as_string());
    if (type == "start") {
      message_.clear();
      ++starts_;
    } else if (type == "text-delta") {
      message_[std::string(chunk.at("id").as_string())] += chunk.at("delta").as_string();
    } else if (type.starts_with("tool-output") && !chunk.contains("preliminary")) {
      message_[std::string(chunk.at("toolCallId").as_string())] += type;
    } else if (type == "finish" || type == "abort" || type == "error") {
      message_["end"] += type;
    }
  }

  std::unique_ptr<ViewCodec> codec_;
  const bool came_back_;
  std::map<std::string, std::string> message_;
  int starts_ = 0;
  int dones_ = 0;
};

class Walk {
 public:
  explicit Walk(unsigned seed) : random_(seed) {
    Toolbox box;
    const ToolTraits in_body{.approval = asks, .patience = 30s};
    box.add("once", "", with(asks_once, acts_), in_body);
    box.add("twice", "", with(asks_twice, acts_), in_body);
    box.add("gate", "", with(behind_the_gate, acts_), {.patience = 20s});
    box.add("client", "", in_the_client, {.approval = never});
    box.add("harmless", "", harmless, {.approval = never});
    world_.tools.set(std::move(box));
    session_ = world_.sessions.open("ann", "walk");
    session_->observe([this](EventBatch batch) {
      for (auto& event : batch) saw(*event.event);
    });
    clients_.push_back(std::make_unique<Client>(world_, session_, false));
  }

  void run() {
    for (int step = 0; step < 150; ++step) act();
    for (int i = 0; i < 50; ++i) world_.advance(1min);  // what still waits runs out of time
    check();
  }

  std::size_t acted() const { return acts_.size(); }

 private:
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  Client& anybody() { return *clients_[static_cast<std::size_t>(pick(int(clients_.size())))]; }

  void act() {
    switch (pick(9)) {
      case 0:
        say();
        break;
      case 1:
      case 2:
      case 3:
        decide();
        break;
      case 4:
        world_.advance(std::chrono::seconds(pick(12)));
        break;
      case 5:
        answer_for_the_client();
        break;
      case 6:
        if (pick(4) == 0) tell(Interrupt{"walk"});
        break;
      case 7:
        if (clients_.size() > 1) clients_.erase(clients_.begin() + pick(int(clients_.size())));
        break;
      case 8:
        if (clients_.size() < 4) {
          clients_.push_back(std::make_unique<Client>(world_, session_, true));
        }
        break;
    }
    if (pick(3) > 0) world_.poll();  // now and then two things happen in one instant
  }

  void tell(Message message) {
    std::vector<Message> messages;
    messages.push_back(std::move(message));
    anybody().view.receive(std::move(messages));
  }

  void say() {
    static constexpr const char* tools[] = {"once", "twice", "gate", "client", "harmless"};
    std::vector<CallPtr> calls;
    for (int i = pick(4); i > 0; --i) {
      calls.push_back(call("c" + std::to_string(++calls_), tools[pick(5)], {}));
    }
    if (!calls.empty()) world_.model.calls(std::move(calls));
    world_.model.says("answer " + std::to_string(calls_));
    Say say;
    say.said.parts.emplace_back(TextPart{"go"});
    tell(std::move(say));
  }

  void decide() {
    if (asked_.empty()) return;
    const auto& one = asked_[static_cast<std::size_t>(pick(int(asked_.size())))];
    tell(Decide{one->id, one->call->id, pick(3) > 0, "", false});
  }

  void answer_for_the_client() {
    if (calls_ == 0) return;
    tell(ClientReturned{"c" + std::to_string(1 + pick(calls_)), json::object{{"ok", true}}, false});
  }

  void saw(const Event& event) {
    if (const auto* asked = std::get_if<event::Asked>(&event)) asked_.push_back(asked->approval);
    if (const auto* decided = std::get_if<event::Decided>(&event)) {
      if (decided->decision.outcome == Outcome::approved) ++yes_[decided->approval->call->id];
    }
    if (const auto* called = std::get_if<event::Called>(&event)) {
      EXPECT_TRUE(open_.emplace(called->call->id, called->call->tool).second);
    }
    if (const auto* returned = std::get_if<event::Returned>(&event)) resolved(returned->call);
    if (const auto* failed = std::get_if<event::Failed>(&event)) resolved(failed->call);
    turns_ += std::holds_alternative<event::TurnStarted>(event);
    if (std::holds_alternative<event::TurnEnded>(event)) {
      ++ends_;
      EXPECT_TRUE(open_.empty()) << "a turn ended with a call unresolved";
    }
  }

  void resolved(const std::string& call) {
    const auto found = open_.find(call);
    ASSERT_NE(found, open_.end()) << call << " was resolved twice, or never called";
    tool_of_[call] = found->second;
    open_.erase(found);
  }

  void check() {
    EXPECT_EQ(turns_, ends_);
    EXPECT_GT(turns_, 0);
    std::set<std::string> acted;
    for (const auto& call : acts_) {
      EXPECT_TRUE(acted.insert(call).second) << call << " acted twice";
      EXPECT_EQ(yes_[call], tool_of_[call] == "twice" ? 2 : 1) << call << " without its permit";
    }
    const Client latest(world_, session_, true);
    EXPECT_EQ(latest.dones(), 1);
    for (const auto& client : clients_) {
      EXPECT_EQ(client->starts(), client->dones());
      if (client->saw_the_start()) {
        EXPECT_EQ(client->message(), latest.message());
      }
    }
    EXPECT_EQ(world_.queue.size(), 0u);
  }

  std::mt19937 random_;
  Acts acts_;
  World world_;
  std::shared_ptr<Session> session_;
  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<ApprovalPtr> asked_;
  std::map<std::string, int> yes_;
  std::map<std::string, std::string> open_, tool_of_;
  int calls_ = 0, turns_ = 0, ends_ = 0;
};

class RandomWalk : public testing::TestWithParam<unsigned> {};

TEST_P(RandomWalk, EveryTurnEndsOnceAndNothingActsWithoutAYes) {
  std::size_t acted = 0;
  for (unsigned round = 0; round < 25; ++round) {
    SCOPED_TRACE("seed " + std::to_string(GetParam() * 1000 + round));
    Walk walk(GetParam() * 1000 + round);
    walk.run();
    acted += walk.acted();
    if (HasFailure()) return;
  }
  EXPECT_GT(acted, 20u);  // or it walked past all that matters
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWalk, testing::Range(1u, 9u));

}  // namespace
}  // namespace holdpoint::test

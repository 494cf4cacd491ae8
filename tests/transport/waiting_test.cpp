#include "transport/waiting.hpp"

#include <gtest/gtest.h>

#include "tests/support/world.hpp"

namespace holdpoint::test {
namespace {

using namespace std::chrono_literals;

Task<json::value> ask_twice(json::value, ToolContext& call) {
  co_await call.approval("First?");
  co_await call.approval("Second?");
  co_return nullptr;
}

TEST(Waiting, TellsEachSuspendedCallOfThePrincipalOldestFirst) {
  World world;
  Toolbox box;
  ToolSpec spec{"twice", "", json::object{{"type", "object"}}, {.approval = asks, .patience = 60s}};
  box.add(std::move(spec), ask_twice);
  world.tools.set(std::move(box));
  Reader first(world, world.sessions.open("ann", "chat-1"));
  Reader second(world, world.sessions.open("ann", "chat-2"));
  Reader other(world, world.sessions.open("bob", "chat-1"));
  world.model.calls({call("c1", "twice", {{"n", 1}})});
  first.say("go");
  world.advance(5s);
  world.model.calls({call("c1", "twice")});
  second.say("go");
  world.model.calls({call("c1", "twice")});
  other.say("go");
  first.approve("c1");
  second.view.detach();
  world.advance(1s);

  std::vector<ApprovalPtr> pending;
  asio::co_spawn(world.io, world.ledger.pending(),
                 [&](std::exception_ptr, std::vector<ApprovalPtr> all) { pending = all; });
  world.poll();
  const auto list = waiting_list("ann", pending, world.sessions.of("ann"), world.clock.wall());

  const auto& waiting = list.at("waiting").as_array();
  ASSERT_EQ(waiting.size(), 2u);
  const auto now = list.at("now").to_number<std::int64_t>();
  for (const auto& one : waiting) {
    const bool is_first = one.at("chat") == "chat-1";
    EXPECT_EQ(one.at("tool"), "twice");
    EXPECT_EQ(one.at("question").to_number<int>(), is_first ? 2 : 1);
    EXPECT_EQ(one.at("prompt"), is_first ? "Second?" : "First?");
    EXPECT_EQ(one.at("watchers").to_number<int>(), is_first ? 1 : 0);
    EXPECT_EQ(now - one.at("askedAt").to_number<std::int64_t>(), 1000);
    EXPECT_EQ(one.at("deadline").to_number<std::int64_t>() - now, 59'000);
    const auto& asking = is_first ? first : second;
    EXPECT_EQ(one.at("approvalId").as_string(), asking.approval_of("c1"));
  }
}

}  // namespace
}  // namespace holdpoint::test

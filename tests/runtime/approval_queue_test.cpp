#include "runtime/approval_queue.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

Decision yes(std::string by = "ann") {
  return {"a1", Outcome::approved, std::move(by), "test", "", {}};
}

struct Sleeper {
  std::optional<Decision> decision;
  error_code error;
  bool ended = false;
  asio::cancellation_signal stop;
};

Task<> sleep_in(ApprovalQueue& queue, CallKey key, Sleeper& sleeper) {
  ApprovalQueue::Slot slot(queue, std::move(key));
  try {
    sleeper.decision = co_await slot.decision();
  } catch (const boost::system::system_error& e) {
    sleeper.error = e.code();
  }
}

class ApprovalQueueTest : public testing::Test {
 protected:
  void start(CallKey key, Sleeper& sleeper) {
    asio::co_spawn(io, sleep_in(queue, std::move(key), sleeper),
                   asio::bind_cancellation_slot(sleeper.stop.slot(),
                                                [&](std::exception_ptr) { sleeper.ended = true; }));
    poll();
  }
  void poll() {
    io.restart();
    io.poll();
  }

  asio::io_context io;
  ApprovalQueue queue;
};

TEST_F(ApprovalQueueTest, WakesTheSleeperUnderItsKey) {
  Sleeper first, second;
  start({"s", "c1", 0}, first);
  start({"s", "c2", 0}, second);
  EXPECT_EQ(queue.size(), 2u);

  queue.wake({"s", "c1", 0}, yes());
  EXPECT_FALSE(first.decision);  // by a post, never inside wake
  poll();

  ASSERT_TRUE(first.decision);
  EXPECT_EQ(first.decision->outcome, Outcome::approved);
  EXPECT_FALSE(second.decision);
  EXPECT_EQ(queue.size(), 1u);
  queue.wake({"s", "c2", 0}, yes());
  poll();
  EXPECT_TRUE(second.ended);
}

TEST_F(ApprovalQueueTest, KeepsADecisionThatComesBeforeTheCoroutineWaits) {
  Decision got;
  auto late = [&]() -> Task<> {
    ApprovalQueue::Slot slot(queue, {"s", "c1", 0});
    queue.wake({"s", "c1", 0}, yes());
    got = co_await slot.decision();
  };
  asio::co_spawn(io, late, [](std::exception_ptr e) { EXPECT_FALSE(e); });
  poll();
  EXPECT_EQ(got.outcome, Outcome::approved);
}

TEST_F(ApprovalQueueTest, TheFirstWakeCounts) {
  Sleeper sleeper;
  start({"s", "c1", 0}, sleeper);
  Decision no = yes();
  no.outcome = Outcome::denied;
  queue.wake({"s", "c1", 0}, no);
  queue.wake({"s", "c1", 0}, yes());
  poll();
  EXPECT_EQ(sleeper.decision->outcome, Outcome::denied);
}

TEST_F(ApprovalQueueTest, AKeyOfNobodyIsIgnoredAndDoesNotLeak) {
  queue.wake({"s", "nobody", 0}, yes());
  Sleeper sleeper;
  start({"s", "nobody", 0}, sleeper);
  EXPECT_FALSE(sleeper.decision);
  sleeper.stop.emit(asio::cancellation_type::terminal);
  poll();
  EXPECT_EQ(queue.size(), 0u);
}

TEST_F(ApprovalQueueTest, SameCallIdInTwoSessionsAndTwoQuestionsOfOneCallAreApart) {
  Sleeper a, b, c;
  start({"s1", "c1", 0}, a);
  start({"s2", "c1", 0}, b);
  start({"s1", "c1", 1}, c);
  queue.wake({"s1", "c1", 1}, yes());
  poll();
  EXPECT_FALSE(a.decision);
  EXPECT_FALSE(b.decision);
  EXPECT_TRUE(c.decision);
  queue.wake({"s1", "c1", 0}, yes());
  queue.wake({"s2", "c1", 0}, yes());
  poll();
  EXPECT_TRUE(a.ended && b.ended);
}

TEST_F(ApprovalQueueTest, CancellingTheCoroutineDecidesNothing) {
  Sleeper sleeper;
  start({"s", "c1", 0}, sleeper);
  sleeper.stop.emit(asio::cancellation_type::terminal);
  poll();
  EXPECT_TRUE(sleeper.ended);
  EXPECT_FALSE(sleeper.decision);
  EXPECT_EQ(sleeper.error, asio::error::operation_aborted);
  queue.wake({"s", "c1", 0}, yes());  // nobody there any more
  poll();
}

TEST_F(ApprovalQueueTest, CancelAndWakeInTheSameInstantResumeOnce) {
  for (const bool wake_first : {true, false}) {
    Sleeper sleeper;
    start({"s", "c1", 0}, sleeper);
    if (wake_first) queue.wake({"s", "c1", 0}, yes());
    sleeper.stop.emit(asio::cancellation_type::terminal);
    if (!wake_first) queue.wake({"s", "c1", 0}, yes());
    poll();
    EXPECT_TRUE(sleeper.ended);
    EXPECT_NE(sleeper.decision.has_value(), sleeper.error.failed());
  }
}

TEST_F(ApprovalQueueTest, TwoSleepersUnderOneKeyAreAnError) {
  Sleeper sleeper;
  start({"s", "c1", 0}, sleeper);
  EXPECT_THROW(ApprovalQueue::Slot(queue, {"s", "c1", 0}), std::logic_error);
  queue.wake({"s", "c1", 0}, yes());
  poll();
  EXPECT_TRUE(sleeper.decision);  // the first is not starved by the second
}

TEST(ApprovalQueueThreads, DecisionsFromAnyThreadResumeEverySleeperOnItsExecutor) {
  asio::io_context io;
  ApprovalQueue queue;
  constexpr int sleepers = 200;
  std::vector<std::unique_ptr<Sleeper>> all;
  for (int i = 0; i < sleepers; ++i) {
    all.push_back(std::make_unique<Sleeper>());
    asio::co_spawn(io, sleep_in(queue, {"s", "c" + std::to_string(i), 0}, *all.back()),
                   [](std::exception_ptr) {});
  }
  io.poll();
  auto decide = [&](int from) {
    for (int i = from; i < sleepers; i += 2) queue.wake({"s", "c" + std::to_string(i), 0}, yes());
  };
  std::thread one(decide, 0), two(decide, 1), three(decide, 0);
  io.restart();
  io.run();
  one.join(), two.join(), three.join();
  io.restart();
  io.run();
  for (const auto& sleeper : all) EXPECT_TRUE(sleeper->decision);
}

}  // namespace
}  // namespace holdpoint

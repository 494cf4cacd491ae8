#include "runtime/deadlines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

class DeadlinesTest : public testing::Test {
 protected:
  Deadlines::Due note(std::string name) {
    return [this, name = std::move(name)] { called.push_back(name); };
  }
  void advance(std::chrono::milliseconds by) {
    clock.advance(by);
    deadlines.tick();
  }
  ManualClock clock;
  Deadlines deadlines{clock};
  std::vector<std::string> called;
};

TEST_F(DeadlinesTest, AreCalledWhenDueInOrderAndOnce) {
  const auto b = deadlines.at(clock.wall() + 2s, note("b"));
  const auto a = deadlines.at(clock.wall() + 1s, note("a"));
  const auto c = deadlines.after(2s, note("c"));
  EXPECT_EQ(deadlines.next(), 1s);
  advance(999ms);
  EXPECT_TRUE(called.empty());
  advance(1ms);
  EXPECT_THAT(called, ElementsAre("a"));
  advance(1h);
  EXPECT_THAT(called, ElementsAre("a", "b", "c"));
  EXPECT_EQ(deadlines.next(), std::nullopt);
}

TEST_F(DeadlinesTest, ADroppedTicketIsForgotten) {
  auto ticket = deadlines.after(1s, note("a"));
  auto moved = std::move(ticket);
  moved.drop();
  { const auto scoped = deadlines.after(1s, note("b")); }
  advance(1h);
  EXPECT_TRUE(called.empty());
}

TEST_F(DeadlinesTest, WallDeadlinesFollowTheCalendarSteadyOnesDoNot) {
  const auto wall = deadlines.at(clock.wall() + 1h, note("wall"));
  const auto steady = deadlines.after(1h, note("steady"));
  clock.set_wall(clock.wall() + 2h);
  deadlines.tick();
  EXPECT_THAT(called, ElementsAre("wall"));
  clock.set_wall(clock.wall() - 24h);
  advance(1h);
  EXPECT_THAT(called, ElementsAre("wall", "steady"));
}

TEST_F(DeadlinesTest, TellsWhenItsTimerHasToWakeSooner) {
  int rearmed = 0;
  deadlines.on_earlier([&] { ++rearmed; });
  const auto late = deadlines.after(10s, note("late"));
  EXPECT_EQ(rearmed, 1);
  const auto later = deadlines.after(20s, note("later"));
  EXPECT_EQ(rearmed, 1);
  const auto soon = deadlines.after(1s, note("soon"));
  EXPECT_EQ(rearmed, 2);
}

TEST_F(DeadlinesTest, WhatIsDueMayAddAndDropDeadlines) {
  Deadlines::Ticket other = deadlines.after(2s, note("other"));
  Deadlines::Ticket next;
  const auto first = deadlines.after(1s, [&] {
    other.drop();
    next = deadlines.after(1s, note("next"));
  });
  advance(1s);
  advance(1s);
  EXPECT_THAT(called, ElementsAre("next"));
}

}  // namespace
}  // namespace holdpoint

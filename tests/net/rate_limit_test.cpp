#include "transport/net/rate_limit.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using namespace std::chrono_literals;

TEST(RateLimit, AllowsABurstThenAsksForPatience) {
  RateLimit limit(10);
  const RateLimit::Time now{1h};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(limit.take(now), 0ms);
  EXPECT_EQ(limit.take(now), 100ms);
  EXPECT_EQ(limit.take(now), 200ms);  // did not wait: owes more
}

TEST(RateLimit, WhoWaitsAsToldKeepsTheRate) {
  RateLimit limit(10);
  RateLimit::Time now{1h};
  for (int i = 0; i < 10; ++i) limit.take(now);
  for (int i = 0; i < 100; ++i) {
    const auto pause = limit.take(now);
    EXPECT_EQ(pause, 100ms);
    now += pause;
  }
}

TEST(RateLimit, AQuietHourIsWorthOneSecond) {
  RateLimit limit(2);
  RateLimit::Time now{1h};
  limit.take(now);
  now += 1h;
  EXPECT_EQ(limit.take(now), 0ms);
  EXPECT_EQ(limit.take(now), 0ms);
  EXPECT_EQ(limit.take(now), 500ms);
}

TEST(RateLimit, AClockThatGoesBackGivesNothing) {
  RateLimit limit(1);
  const RateLimit::Time now{1h};
  EXPECT_EQ(limit.take(now), 0ms);
  EXPECT_EQ(limit.take(now - 10min), 1000ms);
  EXPECT_EQ(limit.take(now), 2000ms);
}

TEST(RateLimit, RoundsUp) {
  RateLimit limit(2000);
  const RateLimit::Time now{1h};
  for (int i = 0; i < 2000; ++i) limit.take(now);
  EXPECT_EQ(limit.take(now), 1ms);
}

}  // namespace
}  // namespace holdpoint

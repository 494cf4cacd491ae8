#pragma once
// A token bucket: so many per second, and as many at once after a quiet second. It holds no clock
// and sends nobody away: it says how long whoever took one should wait before the next.
// A value; confined to its owner's strand.

#include <algorithm>
#include <chrono>

namespace holdpoint {

class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit RateLimit(double per_second) : per_second_(per_second), tokens_(burst()) {}

  // Takes one, on credit if there is none; zero, or how long until the debt is paid, rounded up.
  std::chrono::milliseconds take(Time now) {
    if (!started_) last_ = now;
    started_ = true;
    const std::chrono::duration<double> passed = std::max(now - last_, Time::duration::zero());
    last_ = std::max(last_, now);
    tokens_ = std::min(burst(), tokens_ + passed.count() * per_second_) - 1;
    if (tokens_ >= 0) return std::chrono::milliseconds::zero();
    const std::chrono::duration<double> owed(-tokens_ / per_second_);
    return std::chrono::ceil<std::chrono::milliseconds>(owed);
  }

 private:
  double burst() const { return std::max(per_second_, 1.0); }

  double per_second_;
  double tokens_;
  Time last_{};
  bool started_ = false;
};

}  // namespace holdpoint

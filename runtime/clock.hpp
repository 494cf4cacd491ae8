#pragma once
// Time as a seam: nothing under runtime/ asks the machine what time it is. Wall time is for
// deadlines that humans see and that survive restarts; steady time is for limits on running.
// Implementations may be called from any thread.

#include <chrono>

namespace holdpoint {

using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;
using SteadyTime = std::chrono::steady_clock::time_point;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime wall() const = 0;
  virtual SteadyTime steady() const = 0;
};

class SystemClock final : public Clock {
 public:
  WallTime wall() const override {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  }
  SteadyTime steady() const override { return std::chrono::steady_clock::now(); }
};

// Stands still until told otherwise: for tests and for replaying what was recorded.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(WallTime start = WallTime{std::chrono::days{20'000}}) : wall_(start) {}
  WallTime wall() const override { return wall_; }
  SteadyTime steady() const override { return steady_; }
  void advance(std::chrono::milliseconds by) { wall_ += by, steady_ += by; }
  void set_wall(WallTime now) { wall_ = now; }

 private:
  WallTime wall_;
  SteadyTime steady_{};
};

}  // namespace holdpoint

#pragma once
// The one timer above all deadlines: sleeps until the earliest is due, ticks, sleeps again. Looks
// at least once a second, so that a calendar clock that jumps is noticed.

#include "runtime/asio.hpp"
#include "runtime/deadlines.hpp"

namespace holdpoint {

class DeadlinePump {
 public:
  DeadlinePump(Executor executor, Deadlines& deadlines);

  Task<> run();  // until stop(); spawn it on strand()
  void stop();   // on strand()
  Executor strand() const { return strand_; }

 private:
  Executor strand_;
  Deadlines& deadlines_;
  asio::steady_timer timer_;
  bool stopped_ = false;
};

}  // namespace holdpoint

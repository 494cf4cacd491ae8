#pragma once
// The one timer above all deadlines: sleeps until the earliest is due, ticks, sleeps again. Looks
// at least once a second, so that a calendar clock that jumps is noticed. Owned beside the runtime
// whose deadlines it ticks; `start` and `stop` it once each, from any thread.

#include "runtime/deadlines.hpp"
#include "runtime/task_group.hpp"

namespace holdpoint {

class DeadlinePump {
 public:
  DeadlinePump(Executor executor, Deadlines& deadlines);

  void start();
  Task<> stop();  // waits until it has stopped; after that nothing is due any more

 private:
  Task<> run();
  Task<> stop_here();

  const Executor strand_;
  Deadlines& deadlines_;
  asio::steady_timer timer_;  // this and below: on strand_
  TaskGroup tasks_;
  bool stopped_ = false;
};

}  // namespace holdpoint

#pragma once
// The one door every call goes through: it rules on calls, puts questions to humans, and takes
// their decisions from whatever door they come. The ledger decides, the queue wakes; the gate
// knows the order in which that has to happen. Locked inside: any thread.

#include <mutex>
#include <string>
#include <unordered_map>

#include "runtime/approval_queue.hpp"
#include "runtime/call_scope.hpp"
#include "runtime/task_group.hpp"

namespace holdpoint {

class Gate {
 public:
  // `executor` runs what time decides.
  Gate(Executor executor, const Clock& clock, Deadlines& deadlines, Ledger& ledger,
       ApprovalQueue& queue);

  // Suspends the calling tool until the question is decided. Returns a yes, throws `Denied` for
  // every other outcome. Cancelled coroutines leave with system_error; the question stays pending.
  Task<Decision> ask(CallScope& scope, std::string prompt);

  // Somebody decides. `by` must be the owner of the session that asks.
  Task<DecideResult> decide(DecisionRequest request);

  // A view showed the question only now: its deadline runs from here.
  Task<> announced(std::string approval);

  Task<> stop();  // forgets its deadlines and waits for what time is deciding just now

 private:
  // The deadline of a pending question, for as long as its tool waits here.
  class Watch {
   public:
    Watch(Gate& gate, const Approval& approval);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Gate& gate_;
    const std::string& approval_;
  };
  Deadlines::Ticket expiry(const std::string& approval, WallTime deadline);
  Task<> expire(std::string approval);
  Task<DecideResult> record(DecisionRequest request);

  const Clock& clock_;
  Deadlines& deadlines_;
  Ledger& ledger_;
  ApprovalQueue& queue_;
  Executor strand_;
  TaskGroup expiring_;  // on strand_

  std::mutex mutex_;
  std::unordered_map<std::string, Deadlines::Ticket> watched_;  // by approval id
};

}  // namespace holdpoint

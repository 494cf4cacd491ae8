#pragma once
// Where coroutines sleep while a human makes up their mind, keyed by call id within its session
// (and by which question of the call it is). It decides nothing: the ledger does, the queue wakes.
// Locked inside: any thread. Outlives every slot; a sleeper resumes on its own executor.

#include <mutex>
#include <unordered_map>

#include "runtime/approval.hpp"
#include "runtime/parked.hpp"

namespace holdpoint {

class ApprovalQueue {
 public:
  // A place in the queue. Opened before the question is recorded, so that a decision that comes
  // early is kept; its destruction forgets the sleeper and decides nothing. Lives in the coroutine
  // that waits, which calls `decision` at most once.
  class Slot {
   public:
    Slot(ApprovalQueue& queue, CallKey key);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    // Throws system_error(operation_aborted) when the waiting coroutine is cancelled.
    Task<Decision> decision();

   private:
    friend ApprovalQueue;
    ApprovalQueue& queue_;
    CallKey key_;
    Parked<Decision> parked_;
  };

  Slot open(CallKey key) { return Slot(*this, std::move(key)); }

  // Called with what the ledger decided. A key nobody sleeps under is ignored; the first wake
  // counts.
  void wake(const CallKey& key, Decision decision);

  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<CallKey, Slot*, CallKeyHash> slots_;
};

}  // namespace holdpoint

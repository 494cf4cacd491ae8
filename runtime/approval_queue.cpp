#include "runtime/approval_queue.hpp"

#include <stdexcept>

namespace holdpoint {

ApprovalQueue::Slot::Slot(ApprovalQueue& queue, CallKey key) : queue_(queue), key_(std::move(key)) {
  std::lock_guard lock(queue_.mutex_);
  if (!queue_.slots_.emplace(key_, this).second) {
    throw std::logic_error("two sleepers under one key: call " + key_.call);
  }
}

ApprovalQueue::Slot::~Slot() {
  std::lock_guard lock(queue_.mutex_);
  queue_.slots_.erase(key_);
}

Task<Decision> ApprovalQueue::Slot::decision() {
  return suspend<Decision>(
      [this](Executor executor, Parked<Decision>::Handler handler) {
        std::lock_guard lock(queue_.mutex_);
        parked_.park(std::move(executor), std::move(handler));
      },
      [this] {
        std::lock_guard lock(queue_.mutex_);
        parked_.abort();
      });
}

void ApprovalQueue::wake(const CallKey& key, Decision decision) {
  std::lock_guard lock(mutex_);
  const auto found = slots_.find(key);
  if (found != slots_.end()) found->second->parked_.set(std::move(decision));
}

std::size_t ApprovalQueue::size() const {
  std::lock_guard lock(mutex_);
  return slots_.size();
}

}  // namespace holdpoint

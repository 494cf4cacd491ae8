#pragma once
// A shared value that is read often and replaced whole: the toolbox, the policy. Readers keep what
// they got for as long as they need it. Locked inside: any thread.

#include <memory>
#include <mutex>

namespace holdpoint {

template <class T>
class Snapshot {
 public:
  explicit Snapshot(T value) : current_(std::make_shared<const T>(std::move(value))) {}

  std::shared_ptr<const T> get() const {
    std::lock_guard lock(mutex_);
    return current_;
  }
  void set(T value) {
    auto next = std::make_shared<const T>(std::move(value));
    std::lock_guard lock(mutex_);
    current_.swap(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const T> current_;
};

}  // namespace holdpoint

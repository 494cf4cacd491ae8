#include "runtime/deadlines.hpp"

#include <algorithm>
#include <vector>

namespace holdpoint {

Deadlines::Ticket& Deadlines::Ticket::operator=(Ticket&& other) noexcept {
  if (this != &other) {
    drop();
    owner_ = std::exchange(other.owner_, nullptr);
    key_ = other.key_;
  }
  return *this;
}

void Deadlines::Ticket::drop() {
  Deadlines* owner = std::exchange(owner_, nullptr);
  if (!owner) return;
  Due forgotten;  // destroyed outside the lock: it may own things that hold tickets themselves
  std::lock_guard lock(owner->mutex_);
  auto& queue = key_.steady ? owner->steady_ : owner->wall_;
  if (auto node = queue.extract(key_)) forgotten = std::move(node.mapped());
}

Deadlines::Ticket Deadlines::at(WallTime when, Due due) {
  return add(when.time_since_epoch().count(), false, std::move(due));
}

Deadlines::Ticket Deadlines::after(std::chrono::milliseconds delay, Due due) {
  return add(now(true) + delay.count(), true, std::move(due));
}

Deadlines::Ticket Deadlines::add(std::int64_t at, bool steady, Due due) {
  std::function<void()> rearm;
  Ticket ticket;
  {
    std::lock_guard lock(mutex_);
    auto& queue = steady ? steady_ : wall_;
    const Ticket::Key key{at, ++numbers_, steady};
    const auto added = queue.emplace(key, std::move(due)).first;
    if (added == queue.begin()) rearm = rearm_;
    ticket = Ticket(this, key);
  }
  if (rearm) rearm();
  return ticket;
}

void Deadlines::tick() {
  std::vector<Due> due;
  {
    std::lock_guard lock(mutex_);
    for (auto* queue : {&wall_, &steady_}) {
      const auto time = now(queue == &steady_);
      while (!queue->empty() && queue->begin()->first.at <= time) {
        due.push_back(std::move(queue->begin()->second));
        queue->erase(queue->begin());
      }
    }
  }
  for (auto& call : due) call();
}

std::optional<std::chrono::milliseconds> Deadlines::next() const {
  std::lock_guard lock(mutex_);
  std::optional<std::int64_t> soonest;
  for (const auto* queue : {&wall_, &steady_}) {
    if (queue->empty()) continue;
    const auto wait = std::max<std::int64_t>(0, queue->begin()->first.at - now(queue == &steady_));
    soonest = soonest ? std::min(*soonest, wait) : wait;
  }
  if (!soonest) return std::nullopt;
  return std::chrono::milliseconds(*soonest);
}

void Deadlines::on_earlier(std::function<void()> rearm) {
  std::lock_guard lock(mutex_);
  rearm_ = std::move(rearm);
}

std::int64_t Deadlines::now(bool steady) const {
  using std::chrono::milliseconds;
  return steady ? std::chrono::floor<milliseconds>(clock_.steady().time_since_epoch()).count()
                : clock_.wall().time_since_epoch().count();
}

}  // namespace holdpoint

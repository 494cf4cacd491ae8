#pragma once
// Everything that is to happen at a time, in one place, with one timer above it: `DeadlinePump`
// sleeps until `next()` and ticks. Wall deadlines follow the calendar clock when it jumps; limits
// on running follow the steady one. Locked inside: any thread.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "runtime/clock.hpp"

namespace holdpoint {

class Deadlines {
 public:
  // Runs on the thread that ticks, so it must not block: post to where the work belongs.
  using Due = std::function<void()>;

  // Forgets its deadline when destroyed. A tick that is already under way may still call it.
  class Ticket {
   public:
    Ticket() = default;
    Ticket(Ticket&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)), key_(other.key_) {}
    Ticket& operator=(Ticket&& other) noexcept;
    ~Ticket() { drop(); }
    void drop();
    explicit operator bool() const { return owner_ != nullptr; }

   private:
    friend Deadlines;
    struct Key {
      std::int64_t at;  // milliseconds since the epoch of its clock
      std::uint64_t number;
      bool steady;
      auto operator<=>(const Key&) const = default;
    };
    Ticket(Deadlines* owner, Key key) : owner_(owner), key_(key) {}
    Deadlines* owner_ = nullptr;
    Key key_{};
  };

  explicit Deadlines(const Clock& clock) : clock_(clock) {}

  [[nodiscard]] Ticket at(WallTime when, Due due);
  [[nodiscard]] Ticket after(std::chrono::milliseconds delay, Due due);

  void tick();                                            // calls all that is due
  std::optional<std::chrono::milliseconds> next() const;  // until the earliest; none: nothing waits
  void on_earlier(std::function<void()> rearm);           // called when `next()` became sooner

 private:
  using Queue = std::map<Ticket::Key, Due>;
  Ticket add(std::int64_t at, bool steady, Due due);
  std::int64_t now(bool steady) const;

  const Clock& clock_;
  mutable std::mutex mutex_;
  Queue wall_, steady_;
  std::uint64_t numbers_ = 0;
  std::function<void()> rearm_;
};

}  // namespace holdpoint

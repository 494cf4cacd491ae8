#pragma once
// A value that may come before or after the coroutine that waits for it: the one primitive under
// the approval queue and every other wait of the runtime. Not locked: its owner confines it to a
// strand or guards it with a mutex. Waiters are resumed by a post to their own executor.

#include <optional>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/error.hpp>

#include "runtime/asio.hpp"

namespace holdpoint {

template <class T>
class Parked {
 public:
  using Handler = asio::any_completion_handler<void(error_code, T)>;

  Parked() = default;
  Parked(const Parked&) = delete;
  Parked& operator=(const Parked&) = delete;

  // The first value is kept, later ones are not; returns whether this was the first.
  bool set(T value) {
    if (settled_) return false;
    settled_ = true;
    if (waiter_) {
      resume({}, std::move(value));
    } else {
      value_.emplace(std::move(value));
    }
    return true;
  }

  // At most one waiter at a time. Its cancellation is the caller's business: see `abort`.
  void park(Executor executor, Handler handler) {
    waiter_.emplace(std::move(executor), std::move(handler));
    if (value_) resume({}, std::move(*value_));
  }

  // Whoever waits goes on with `operation_aborted`; a value may still come and is then kept.
  void abort() {
    if (waiter_) resume(asio::error::operation_aborted, T{});
  }

 private:
  struct Waiter {
    Waiter(Executor where, Handler what) : executor(std::move(where)), handler(std::move(what)) {}
    Executor executor;  // kept apart: the erased handler's own cannot promise not to run inline
    Handler handler;    // never assigned: that recurses in Boost 1.81
  };

  void resume(error_code error, T value) {
    Waiter waiter(std::move(*waiter_));
    waiter_.reset();
    asio::post(waiter.executor,
               [handler = std::move(waiter.handler), error, value = std::move(value)]() mutable {
                 // What was assigned to it points to us, who may be gone when the coroutine goes
                 // on.
                 if (auto slot = handler.get_cancellation_slot(); slot.is_connected()) slot.clear();
                 std::move(handler)(error, std::move(value));
               });
  }

  bool settled_ = false;
  std::optional<T> value_;
  std::optional<Waiter> waiter_;
};

// Suspends the calling coroutine until `park(executor, handler)`'s handler is called; `abort()` is
// called when the coroutine is cancelled. Both are called on the coroutine's executor.
template <class T, class Park, class Abort>
Task<T> suspend(Park park, Abort abort) {
  return asio::async_initiate<const asio::use_awaitable_t<>, void(error_code, T)>(
      [park, abort](auto&& handler) {
        Executor executor = asio::get_associated_executor(handler);
        typename Parked<T>::Handler erased(std::forward<decltype(handler)>(handler));
        auto slot = erased.get_cancellation_slot();  // after the erasure, which installs its own
        if (slot.is_connected()) slot.assign([abort](asio::cancellation_type) { abort(); });
        park(std::move(executor), std::move(erased));
      },
      use_task);
}

// Waits for the value of a `Parked` that lives on the caller's strand and outlives the wait.
// Throws `system_error(operation_aborted)` when the waiting coroutine is cancelled.
template <class T>
Task<T> wait_for(Parked<T>& parked) {
  return suspend<T>(
      [&parked](Executor executor, typename Parked<T>::Handler handler) {
        parked.park(std::move(executor), std::move(handler));
      },
      [&parked] { parked.abort(); });
}

}  // namespace holdpoint

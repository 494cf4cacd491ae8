#include "runtime/deadline_pump.hpp"

#include <algorithm>

namespace holdpoint {

DeadlinePump::DeadlinePump(Executor executor, Deadlines& deadlines)
    : strand_(asio::make_strand(executor)),
      deadlines_(deadlines),
      timer_(strand_),
      tasks_(strand_) {}

void DeadlinePump::start() {
  deadlines_.on_earlier([this] { asio::post(strand_, [this] { timer_.cancel(); }); });
  asio::post(strand_, [this] { tasks_.spawn("deadlines", run()); });
}

Task<> DeadlinePump::stop() {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await asio::co_spawn(strand_, stop_here(), use_task);
}

Task<> DeadlinePump::run() {
  constexpr std::chrono::milliseconds look_at_least_every{1'000};
  while (!stopped_) {
    deadlines_.tick();
    timer_.expires_after(
        std::min(deadlines_.next().value_or(look_at_least_every), look_at_least_every));
    co_await timer_.async_wait(as_result);
  }
}

Task<> DeadlinePump::stop_here() {
  stopped_ = true;
  deadlines_.on_earlier(nullptr);
  timer_.cancel();
  co_await tasks_.join();
}

}  // namespace holdpoint

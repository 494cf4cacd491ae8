#include "app/deadline_pump.hpp"

#include <algorithm>

namespace holdpoint {

DeadlinePump::DeadlinePump(Executor executor, Deadlines& deadlines)
    : strand_(asio::make_strand(executor)), deadlines_(deadlines), timer_(strand_) {
  deadlines_.on_earlier([this] { asio::post(strand_, [this] { timer_.cancel(); }); });
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

void DeadlinePump::stop() {
  stopped_ = true;
  deadlines_.on_earlier(nullptr);
  timer_.cancel();
}

}  // namespace holdpoint

#include "runtime/task_group.hpp"

#include <exception>
#include <vector>

#include <spdlog/spdlog.h>

namespace holdpoint {

TaskGroup::Number TaskGroup::spawn(std::string name, Task<> task) {
  const Number number = ++last_;
  running_.try_emplace(number);
  asio::post(strand_, [this, number, name = std::move(name), task = std::move(task)]() mutable {
    start(number, std::move(name), std::move(task));
  });
  return number;
}

void TaskGroup::start(Number number, std::string name, Task<> task) {
  Entry& entry = running_.at(number);
  const bool cancelled = entry.cancelled;
  auto on_end = [this, number, name = std::move(name)](std::exception_ptr error) {
    ended(number, name, error);
  };
  asio::co_spawn(strand_, std::move(task),
                 asio::bind_cancellation_slot(entry.stop.slot(),
                                              asio::bind_executor(strand_, std::move(on_end))));
  if (cancelled) cancel(number);
}

void TaskGroup::cancel(Number number) {
  const auto found = running_.find(number);
  if (found == running_.end()) return;
  found->second.cancelled = true;
  found->second.stop.emit(asio::cancellation_type::terminal);
}

void TaskGroup::cancel_all() {
  std::vector<Number> numbers;  // a cancelled task may end at once, or start another
  for (const auto& [number, entry] : running_) numbers.push_back(number);
  for (const Number number : numbers) cancel(number);
}

Task<> TaskGroup::join() {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  if (running_.empty()) co_return;
  Parked<bool> all_ended;
  joiner_ = &all_ended;
  co_await wait_for(all_ended);
  joiner_ = nullptr;
}

void TaskGroup::ended(Number number, const std::string& name, std::exception_ptr error) {
  running_.erase(number);
  if (error) {
    try {
      std::rethrow_exception(error);
    } catch (const boost::system::system_error& e) {
      if (e.code() != asio::error::operation_aborted) {
        spdlog::error("task failed name={} error={}", name, e.what());
      }
    } catch (const std::exception& e) {
      spdlog::error("task failed name={} error={}", name, e.what());
    }
  }
  if (running_.empty() && joiner_) joiner_->set(true);
}

}  // namespace holdpoint

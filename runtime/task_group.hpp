#pragma once
// An owner for coroutines: what is spawned here is cancelled together and joined, never detached.
// Confined to one strand, which every task of the group runs on. Must be joined, or its strand's
// context be gone, before it is destroyed.

#include <cstdint>
#include <exception>
#include <map>
#include <string>

#include "runtime/asio.hpp"
#include "runtime/parked.hpp"

namespace holdpoint {

class TaskGroup {
 public:
  explicit TaskGroup(Executor strand) : strand_(std::move(strand)) {}
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  // Starts the task by a post, never inside this call. An exception that leaves it is a broken
  // invariant: logged with `name`, and the others go on.
  using Number = std::uint64_t;
  Number spawn(std::string name, Task<> task);

  void cancel(Number number);  // a task that has ended already is ignored
  void cancel_all();

  Task<> join();  // waits until nothing runs; is itself not cancelled
  bool empty() const { return running_.empty(); }

 private:
  struct Entry {
    asio::cancellation_signal stop;
    bool cancelled = false;  // a signal emitted before the task has started would be lost
  };
  void start(Number number, std::string name, Task<> task);
  void ended(Number number, const std::string& name, std::exception_ptr error);

  Executor strand_;
  std::map<Number, Entry> running_;
  Number last_ = 0;
  Parked<bool>* joiner_ = nullptr;
};

}  // namespace holdpoint

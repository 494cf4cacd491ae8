#pragma once
// The last line of a main(): a coroutine, and the loop it runs on. Blocks the calling thread.

#include <exception>
#include <utility>

#include "runtime/asio.hpp"

namespace holdpoint {

/// Runs the loop until nothing is left to do on it. What leaves the task is thrown from here, at
/// once.
inline void run(asio::io_context& io, Task<> task) {
  asio::co_spawn(io, std::move(task), [](std::exception_ptr error) {
    if (error) std::rethrow_exception(error);
  });
  io.run();
}

}  // namespace holdpoint

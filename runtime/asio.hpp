#pragma once
// The one place where Asio enters: our names for its coroutines and tokens, and the traps of
// Boost 1.81 that a plain include would leave open. Header only; any thread.

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace holdpoint {

namespace asio = boost::asio;
using boost::system::error_code;

using Executor = asio::any_io_executor;

// A coroutine. Takes its parameters by value and services by reference; never pass it an aggregate
// temporary inside a `co_await` (g++ 12.2 destroys such a temporary twice).
template <class T = void>
using Task = asio::awaitable<T>;

inline constexpr asio::use_awaitable_t<> use_task{};
inline constexpr asio::as_tuple_t<asio::use_awaitable_t<>> as_result{use_task};

}  // namespace holdpoint

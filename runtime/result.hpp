#pragma once
// What strangers write may be wrong: a function that reads it returns a Result, not an exception.
// An Error says what was wrong and where, in words fit for the one who sent it.
// Values; any thread.

#include <stdexcept>
#include <string>
#include <utility>

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

namespace holdpoint {

struct Error {
  std::string where;  // a JSON pointer, "line 3, column 7", a file…; empty: the whole
  std::string what;

  Error() = default;
  // Not an aggregate: those are destroyed twice in a co_await by g++ 12, and would make every
  // string an Error.
  Error(std::string place, std::string message)
      : where(std::move(place)), what(std::move(message)) {}

  friend bool operator==(const Error&, const Error&) = default;
};

/// "<where>: <what>", or just what.
inline std::string to_string(const Error& error) {
  return error.where.empty() ? error.what : error.where + ": " + error.what;
}

template <class T>
using Result = boost::system::result<T, Error>;

/// What Result::value() throws when there is none; found by argument-dependent lookup.
[[noreturn]] inline void throw_exception_from_error(const Error& error,
                                                    const boost::source_location&) {
  throw std::runtime_error(to_string(error));
}

}  // namespace holdpoint

#pragma once
// `holdpoint waiting [URL]`: which calls wait for a human, at which question, since when and until
// when. Asks a server over HTTP; blocks.

#include <iosfwd>
#include <string>

#include "runtime/json.hpp"

namespace holdpoint {

struct WaitingOptions {
  std::string url = "127.0.0.1:8080";  // as for `holdpoint chat`
  std::string token;
  bool as_json = false;
};

/// The exit code: 0, or 1 when the server could not be asked.
int run_waiting(const WaitingOptions& options);

/// `list` as GET /waiting answers it (transport/waiting.hpp). One call a line, for people.
void print_waiting(std::ostream& out, const json::value& list);

}  // namespace holdpoint

#pragma once
// The tools that run in the client, when the client is a terminal. Pure; any thread.

#include <optional>
#include <string>
#include <string_view>

#include "runtime/json.hpp"

namespace holdpoint {

// What this client did: for the server, and for its user to read. A failure is told in `result`.
struct ClientToolRun {
  json::value result;
  std::string shown;
};

class ClientTools {
 public:
  // `location`: "LAT,LON" or the name of a place; none: a fixed sample, which says so.
  explicit ClientTools(std::optional<std::string> location = std::nullopt);

  // When it runs: as soon as it is called, or only after this client's user has said yes.
  enum class When { not_here, at_once, after_yes };
  static When when(std::string_view tool);

  ClientToolRun run(std::string_view tool, const json::value& arguments) const;

 private:
  std::optional<std::string> location_;
};

}  // namespace holdpoint

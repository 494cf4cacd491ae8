#include "runtime/approval.hpp"

#include "runtime/hash.hpp"

namespace holdpoint {

CallPtr make_call(std::string id, std::string tool, json::value arguments) {
  std::string hash = canonical_hash(arguments);
  return std::make_shared<const ToolCall>(
      ToolCall{std::move(id), std::move(tool), std::move(arguments), std::move(hash)});
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::approved:
      return "approved";
    case Outcome::denied:
      return "denied";
    case Outcome::expired:
      return "expired";
    case Outcome::cancelled:
      return "cancelled";
  }
  return "?";
}

}  // namespace holdpoint

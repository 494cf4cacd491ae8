#include "runtime/tool.hpp"

namespace holdpoint {

std::string_view to_string(Asks approval) {
  switch (approval) {
    case Asks::never:
      return "never";
    case Asks::asks:
      return "asks";
    case Asks::gate:
      return "gate";
    case Asks::always:
      return "always";
  }
  return "?";
}

std::string_view to_string(Effects effects) {
  switch (effects) {
    case Effects::read_only:
      return "read_only";
    case Effects::idempotent:
      return "idempotent";
    case Effects::journaled:
      return "journaled";
    case Effects::once:
      return "once";
  }
  return "?";
}

int risk_of(const ToolTraits& traits) {
  if (traits.risk >= 0) return traits.risk;
  return traits.effects == Effects::read_only ? 0 : 3;
}

Asks approval_of(const ToolTraits& traits) {
  if (traits.approval) return *traits.approval;
  if (risk_of(traits) >= 5) return Asks::always;
  if (risk_of(traits) == 0 && traits.effects == Effects::read_only) return Asks::never;
  return Asks::gate;
}

}  // namespace holdpoint

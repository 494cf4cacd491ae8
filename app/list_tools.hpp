#pragma once
// `holdpoint tools`: which tools there are, what each declares, which rule matches, and what
// results. Free functions of values; any thread.

#include <iosfwd>
#include <string>
#include <vector>

#include "runtime/policy.hpp"
#include "runtime/toolbox.hpp"

namespace holdpoint {

/// A table for people, or one JSON document:
///   {"policy": VERSION, "warnings": [TEXT], "tools": [{"name", "description", "schema",
///    "approval", "effects", "risk", "prompt"?, "patience_seconds"?, "running_time_seconds"?,
///    "rule"?: {"tool", "say", "lower"}, "note"?, "does": "run"|"enter"|"ask"|"refuse"}]}
void print_tools(std::ostream& out, const Toolbox& tools, const Policy& policy, bool as_json);

/// Rules that cannot do what was meant, a sentence each: they name no tool there is, or say less
/// than the tool declares and may not.
std::vector<std::string> policy_warnings(const Policy& policy, const Toolbox& tools);

}  // namespace holdpoint

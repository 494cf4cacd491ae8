#pragma once
// The policy in holdpoint.toml: each [[rule]] is a rule, in their order. Pure functions; any
// thread.

#include <string>
#include <vector>

#include <toml++/toml.h>

#include "app/toml_complaints.hpp"
#include "runtime/policy.hpp"

namespace holdpoint {

inline constexpr std::size_t rules_max = 1'000;

/// Complains about what is wrong; what it returns then is of no use.
std::vector<Rule> read_rules(const toml::node& node, TomlComplaints& complaints);

/// Names these rules in permits and logs: equal rules, equal version, however they are spelled.
std::string version_of(const std::vector<Rule>& rules);

}  // namespace holdpoint

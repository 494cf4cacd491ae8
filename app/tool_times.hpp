#pragma once
// The tables [tool.NAME] of holdpoint.toml: what this installation says about a tool's times, over
// what the tool declares. Free functions of values; any thread.

#include <toml++/toml.h>

#include "app/options.hpp"
#include "app/toml_complaints.hpp"
#include "runtime/result.hpp"
#include "runtime/toolbox.hpp"

namespace holdpoint {

/// Complains about what is wrong; what it returns then is of no use.
ToolTimes read_tool_times(const toml::node& node, TomlComplaints& complaints);

/// The same tools with these times. Errors: where is "tool.NAME", a tool that there is not.
Result<Toolbox> with_times(const Toolbox& tools, const ToolTimes& times);

}  // namespace holdpoint

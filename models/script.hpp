#pragma once
// A script of rules: when the user says something like this, say that, make these calls, and
// afterwards tell what became of each. The format is in docs/scripts.md, the script we ship in
// models/demo_script.json. Values and pure functions; any thread.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <re2/re2.h>

#include "models/phrase.hpp"
#include "runtime/model.hpp"

namespace holdpoint {

struct ScriptRule {
  using Pattern = std::shared_ptr<const RE2>;
  Pattern match;
  std::vector<Pattern> each;  // the first that finds anything makes a call of all that it finds
  std::map<std::string, std::string> words;  // what a found word (lower case) stands for
  Phrase say;
  std::string tool;  // empty: no calls
  json::object args;
  std::map<std::string, Phrase> then;  // by outcome: returned, denied, expired, cancelled, failed
  Phrase otherwise;                    // said when `each` finds nothing
};

struct Script {
  std::string name;
  std::vector<ScriptRule> rules;
  std::string otherwise;  // said when no rule matches
};

inline constexpr std::size_t script_bytes_max = std::size_t{1} << 20;

/// Errors: where is a JSON pointer into the text, or a line and column.
Result<Script> parse_script(std::string_view text);
Result<Script> load_script(const std::filesystem::path& file);
const Script& demo_script();

using Found = std::map<std::string, std::string>;  // by the names of the pattern's groups

struct Plan {
  struct Call {
    std::string tool;
    json::value arguments;
    Found found;
  };
  const ScriptRule* rule = nullptr;  // null: none matched
  std::string say;
  std::vector<Call> calls;
};

/// What to answer to this. The plan points into the script.
Plan plan_for(const Script& script, std::string_view said);

/// One sentence about what became of a call of the plan.
std::string tell(const ScriptRule& rule, const Plan::Call& call, const CallResult& result);

}  // namespace holdpoint

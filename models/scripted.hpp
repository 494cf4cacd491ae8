#pragma once
// Models that answer from a script: rules in a file (docs/scripts.md), or recorded conversations
// (fixtures/README.md). They keep nothing between answers: where a conversation stands is read
// from what was said in it. One object serves all sessions, on their strands.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/baseline.hpp"
#include "models/script.hpp"
#include "runtime/ids.hpp"
#include "runtime/model.hpp"

namespace holdpoint {

/// Awaited between two pieces of text, for those who want to see it being written. Empty: no
/// pause. Whoever gives one gives the timer in it.
using Pause = std::function<Task<>()>;

/// Answers by the first rule that matches what the user said.
std::unique_ptr<Model> scripted_model(Script script, Ids& ids, Pause pause = {});

/// One baseline, played turn by turn whatever the user says.
std::unique_ptr<Model> scripted_model(Baseline baseline, Ids& ids, Pause pause = {});

/// Many: the first, by name, whose user message is what the user said, and whose calls and
/// outcomes are those of the turn so far, goes on.
std::unique_ptr<Model> scripted_model(std::vector<Baseline> baselines, std::string folder, Ids& ids,
                                      Pause pause = {});

/// A call id nobody has used before that looks like the recorded one: "call-1" → "call-<uuid>".
std::string fresh_call_id(std::string_view recorded, Ids& ids);

}  // namespace holdpoint

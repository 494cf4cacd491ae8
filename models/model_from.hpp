#pragma once
// From the words of a configuration to a model. Free function; blocks on the files it reads.

#include <memory>
#include <string_view>

#include "models/scripted.hpp"

namespace holdpoint {

/// "scripted"        the script we ship
/// "scripted:FILE"   a baseline (it has "output") or a script (it has "rules")
/// "scripted:DIR"    all baselines of a folder
/// Errors: where is the file and the place in it, or empty for words that name no model.
Result<std::unique_ptr<Model>> model_from(std::string_view spec, Ids& ids, Pause pause = {});

}  // namespace holdpoint

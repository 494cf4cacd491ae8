#pragma once
// How scripts speak: a text in a few pieces, as a model would. Free functions; the sink's strand.

#include <string>
#include <string_view>
#include <vector>

#include "models/scripted.hpp"

namespace holdpoint {

/// Cut between words; together they are the text.
std::vector<std::string> in_pieces(std::string_view text);

/// A whole block of text; nothing for an empty one.
Task<> say_text(ModelSink& sink, std::string text, const Pause& pause);

}  // namespace holdpoint

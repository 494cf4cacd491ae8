#pragma once
// What somebody may have meant by a word that is not known. Pure functions; any thread.

#include <string>
#include <string_view>
#include <vector>

namespace holdpoint {

/// How many letters to insert, drop, change or swap with their neighbour to turn one word into the
/// other (the optimal string alignment distance), capitals aside.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// The known word that is near enough to be a slip of the pen; empty: none is.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known);

/// The end of an error's sentence: "; did you mean \"ask\"?", or "" when nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace holdpoint

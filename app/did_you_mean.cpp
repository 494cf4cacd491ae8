#include "app/did_you_mean.hpp"

#include <algorithm>

namespace holdpoint {

namespace {

constexpr std::size_t word_max = 64;  // longer ones are no slip of the pen, and cost their square

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(char a, char b) { return lower(a) == lower(b); }

// A slip in a short word must be small, or every three letters would mean every other three.
std::size_t slips_max(std::string_view word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 4);
}

}  // namespace

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1), last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = last[j - 1] + (same(from[i - 1], to[j - 1]) ? 0 : 1);
      row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && same(from[i - 1], to[j - 2]) && same(from[i - 2], to[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[to.size()];
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known) {
  if (word.size() > word_max) return {};
  std::string_view found;
  std::size_t least = slips_max(word) + 1;
  for (const auto candidate : known) {
    const auto distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    found = candidate;
  }
  return found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  const auto found = nearest(word, known);
  return found.empty() ? "" : "; did you mean \"" + std::string(found) + "\"?";
}

}  // namespace holdpoint

#pragma once
// A text with holes, as scripts use them (docs/scripts.md):
//
//   {who}          the value of that name           {sign|unit}   the first that is not empty
//   [, for {what}] left out if a hole in it stays empty     {{ }} [[ ]]   the signs themselves
//
// Values; any thread.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/result.hpp"

namespace holdpoint {

class Phrase {
 public:
  using Lookup = std::function<std::string(const std::string& name)>;

  struct Hole {
    std::vector<std::string> names;
    bool number = false;  // "{amount:number}": it stands for a number, not for text
  };

  Phrase() = default;
  static Result<Phrase> parse(std::string_view text);

  std::string fill(const Lookup& value_of) const;

  /// If the whole phrase is one hole.
  const Hole* only_hole() const;
  std::vector<std::string> names() const;
  bool empty() const { return pieces_.empty(); }

  static std::string fill(const Hole& hole, const Lookup& value_of);

 private:
  struct Piece {
    std::string text;
    std::optional<Hole> hole;  // then it stands for this, not for the text
    std::size_t option = 0;    // which pair of brackets it stands in; 0: in none
  };
  std::vector<Piece> pieces_;
};

}  // namespace holdpoint

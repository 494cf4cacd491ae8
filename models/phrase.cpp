#include "models/phrase.hpp"

#include <algorithm>
#include <set>

namespace holdpoint {
namespace {

Error at(std::size_t place, std::string what) {
  return Error({}, std::move(what) + " at character " + std::to_string(place + 1));
}

bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  });
}

Result<Phrase::Hole> parse_hole(std::string_view text) {
  Phrase::Hole hole;
  if (constexpr std::string_view number = ":number"; text.ends_with(number)) {
    hole.number = true;
    text.remove_suffix(number.size());
  }
  while (true) {
    const auto bar = text.find('|');
    const auto name = text.substr(0, bar);
    if (!is_name(name)) return Error({}, "\"" + std::string(name) + "\" is no name");
    hole.names.emplace_back(name);
    if (bar == text.npos) return hole;
    text.remove_prefix(bar + 1);
  }
}

}  // namespace

Result<Phrase> Phrase::parse(std::string_view text) {
  Phrase phrase;
  std::size_t options = 0;
  std::size_t option = 0;
  std::string plain;
  const auto end_plain = [&] {
    if (!plain.empty()) phrase.pieces_.push_back({std::move(plain), std::nullopt, option});
    plain.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool special = c == '{' || c == '}' || c == '[' || c == ']';
    if (!special || (i + 1 < text.size() && text[i + 1] == c)) {
      plain += c;
      if (special) ++i;
      continue;
    }
    if (c == '}') return at(i, "a } without a {");
    if (c == '[' && option) return at(i, "a [ within […]");
    if (c == ']' && !option) return at(i, "a ] without a [");
    end_plain();
    if (c != '{') {
      option = c == '[' ? ++options : 0;
      continue;
    }
    const auto close = text.find('}', i);
    if (close == text.npos) return at(i, "a { that is not closed");
    auto hole = parse_hole(text.substr(i + 1, close - i - 1));
    if (!hole) return at(i, hole.error().what);
    phrase.pieces_.push_back({{}, std::move(*hole), option});
    i = close;
  }
  if (option) return Error({}, "a [ that is not closed");
  end_plain();
  return phrase;
}

std::string Phrase::fill(const Hole& hole, const Lookup& value_of) {
  for (const auto& name : hole.names) {
    if (auto value = value_of(name); !value.empty()) return value;
  }
  return {};
}

std::string Phrase::fill(const Lookup& value_of) const {
  std::set<std::size_t> left_out;
  std::vector<std::string> filled;
  for (const auto& piece : pieces_) {
    filled.push_back(piece.hole ? fill(*piece.hole, value_of) : piece.text);
    if (piece.option && filled.back().empty()) left_out.insert(piece.option);
  }
  std::string text;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (!left_out.contains(pieces_[i].option)) text += filled[i];
  }
  return text;
}

const Phrase::Hole* Phrase::only_hole() const {
  return pieces_.size() == 1 && pieces_[0].hole && !pieces_[0].option ? &*pieces_[0].hole : nullptr;
}

std::vector<std::string> Phrase::names() const {
  std::vector<std::string> all;
  for (const auto& piece : pieces_) {
    if (piece.hole) all.insert(all.end(), piece.hole->names.begin(), piece.hole->names.end());
  }
  return all;
}

}  // namespace holdpoint

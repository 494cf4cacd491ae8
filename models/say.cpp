#include "models/say.hpp"

namespace holdpoint {

std::vector<std::string> in_pieces(std::string_view text) {
  constexpr std::size_t words_per_piece = 4;
  std::vector<std::string> pieces;
  std::size_t begin = 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool word_ends = text[i] == ' ' || text[i] == '\n';
    if (!word_ends || ++words % words_per_piece != 0) continue;
    pieces.emplace_back(text.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  if (begin < text.size()) pieces.emplace_back(text.substr(begin));
  return pieces;
}

Task<> say_text(ModelSink& sink, std::string text, const Pause& pause) {
  if (text.empty()) co_return;
  sink.open(BlockKind::text);
  bool first = true;
  for (auto& piece : in_pieces(text)) {
    if (pause && !first) co_await pause();
    first = false;
    sink.say(std::move(piece));
  }
  sink.close();
}

}  // namespace holdpoint

#include "runtime/message.hpp"

namespace holdpoint {

std::string text_of(const UserSaid& said) {
  std::string all;
  for (const auto& part : said.parts) {
    const auto* text = std::get_if<TextPart>(&part);
    if (!text) continue;
    if (!all.empty()) all += '\n';
    all += text->text;
  }
  return all;
}

}  // namespace holdpoint

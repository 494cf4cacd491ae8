#include "models/position.hpp"

namespace holdpoint {

Position position_of(const Conversation& conversation) {
  Position position;
  std::size_t turns = 0;
  for (const auto& exchange : conversation.exchanges) {
    if (const auto* said = std::get_if<UserSaid>(&exchange)) {
      position.said = text_of(*said);
      position.turn = turns++;
      position.steps.clear();
    } else if (const auto* model = std::get_if<ModelSaid>(&exchange)) {
      position.steps.push_back({model->answer.get(), nullptr});
    } else if (const auto* tools = std::get_if<ToolsReturned>(&exchange)) {
      if (!position.steps.empty()) position.steps.back().results = &tools->results;
    }
  }
  return position;
}

}  // namespace holdpoint

#include "models/position.hpp"
#include "models/say.hpp"
#include "models/scripted.hpp"

namespace holdpoint {
namespace {

class ScriptModel final : public Model {
 public:
  ScriptModel(Script script, Ids& ids, Pause pause)
      : name_("scripted by " + script.name),
        script_(std::move(script)),
        ids_(ids),
        pause_(std::move(pause)) {}

  std::string name() const override { return name_; }

  // What it planned is not remembered: the same message gives the same plan.
  Task<ModelAnswer> answer(const Conversation& conversation, ModelSink& sink) override {
    const Position position = position_of(conversation);
    const Plan plan = plan_for(script_, position.said);
    ModelAnswer answer;
    if (!position.steps.empty()) {
      co_await say_text(sink, told(plan, position), pause_);
      co_return answer;
    }
    co_await say_text(sink, plan.say, pause_);
    for (const auto& call : plan.calls) {
      answer.calls.push_back(make_call("call-" + ids_.uuid(), call.tool, call.arguments));
    }
    if (!answer.calls.empty()) answer.finish = "tool-calls";
    co_return answer;
  }

 private:
  static std::string told(const Plan& plan, const Position& position) {
    const auto* results = position.steps.back().results;
    std::string text;
    for (std::size_t i = 0; results && i < results->size() && i < plan.calls.size(); ++i) {
      if (!text.empty()) text += '\n';
      text += tell(*plan.rule, plan.calls[i], (*results)[i]);
    }
    return text;
  }

  const std::string name_;
  const Script script_;
  Ids& ids_;
  const Pause pause_;
};

}  // namespace

std::unique_ptr<Model> scripted_model(Script script, Ids& ids, Pause pause) {
  return std::make_unique<ScriptModel>(std::move(script), ids, std::move(pause));
}

}  // namespace holdpoint

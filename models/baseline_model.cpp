#include <algorithm>

#include "models/baseline_turns.hpp"
#include "models/position.hpp"
#include "models/say.hpp"
#include "models/scripted.hpp"
#include "runtime/parked.hpp"

namespace holdpoint {
namespace {

bool agrees(const RecordedCall& recorded, const CallResult& result) {
  using Recorded = RecordedCall::Outcome;
  switch (recorded.outcome) {
    case Recorded::none:
      return false;
    case Recorded::returned:
      return !result.failed;
    case Recorded::refused:
      return result.outcome.has_value();
    case Recorded::expired:
      return result.outcome == Outcome::expired;
    case Recorded::failed:
      return result.failed && result.outcome != Outcome::expired;
  }
  return false;
}

// The same calls, with the same ends.
bool agrees(const RecordedStep& recorded, const Position::Step& step) {
  const auto& calls = step.answer->calls;
  if (calls.size() != recorded.calls.size()) return false;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const RecordedCall& then = recorded.calls[i];
    if (then.tool != calls[i]->tool) return false;
    if (write_json(then.arguments, JsonStyle::canonical) !=
        write_json(calls[i]->arguments, JsonStyle::canonical)) {
      return false;
    }
    if (!step.results || i >= step.results->size() || !agrees(then, (*step.results)[i]))
      return false;
  }
  return true;
}

bool goes_on(const RecordedTurn& turn, const Position& position) {
  if (turn.user != position.said || turn.steps.size() <= position.steps.size()) return false;
  for (std::size_t i = 0; i < position.steps.size(); ++i) {
    if (!agrees(turn.steps[i], position.steps[i])) return false;
  }
  return true;
}

std::string fresh_id_for(std::vector<std::pair<std::string, std::string>>& ids,
                         const std::string& recorded, Ids& source) {
  for (const auto& [then, now] : ids) {
    if (then == recorded) return now;
  }
  return ids.emplace_back(recorded, fresh_call_id(recorded, source)).second;
}

Task<ModelAnswer> play(const RecordedStep& step, ModelSink& sink, Ids& ids, const Pause& pause) {
  std::vector<std::pair<std::string, std::string>> fresh;  // recorded id, id of now
  for (const auto& saying : step.said) {
    if (const auto* block = std::get_if<RecordedBlock>(&saying)) {
      sink.open(block->kind);
    } else if (const auto* text = std::get_if<RecordedText>(&saying)) {
      if (pause) co_await pause();
      sink.say(text->text);
    } else if (std::holds_alternative<RecordedBlockEnd>(saying)) {
      sink.close();
    } else if (const auto* begin = std::get_if<RecordedBegin>(&saying)) {
      sink.call_begins(fresh_id_for(fresh, begin->call, ids), begin->tool);
    } else if (const auto* piece = std::get_if<RecordedArguments>(&saying)) {
      sink.call_arguments(fresh_id_for(fresh, piece->call, ids), piece->text);
    }
  }
  if (!step.failure.empty()) throw ModelError(step.failure);
  if (step.interrupted) {
    Parked<bool> never;
    co_await wait_for(never);  // for somebody to interrupt it here, too
  }
  ModelAnswer answer;
  for (const auto& call : step.calls) {
    answer.calls.push_back(make_call(fresh_id_for(fresh, call.id, ids), call.tool, call.arguments));
  }
  answer.finish = !step.finish.empty() ? step.finish : step.calls.empty() ? "stop" : "tool-calls";
  answer.metadata = step.metadata;
  co_return answer;
}

class BaselineModel final : public Model {
 public:
  BaselineModel(Baseline baseline, Ids& ids, Pause pause)
      : name_("scripted by " + baseline.name),
        ids_(ids),
        pause_(std::move(pause)),
        turns_(turns_of(baseline)) {}

  std::string name() const override { return name_; }

  Task<ModelAnswer> answer(const Conversation& conversation, ModelSink& sink) override {
    const Position position = position_of(conversation);
    if (position.turn < turns_.size() &&
        position.steps.size() < turns_[position.turn].steps.size()) {
      co_return co_await play(turns_[position.turn].steps[position.steps.size()], sink, ids_,
                              pause_);
    }
    std::string end = "The script ends here: it has no more to say.";
    co_await say_text(sink, std::move(end), pause_);
    co_return ModelAnswer{};
  }

 private:
  const std::string name_;
  Ids& ids_;
  const Pause pause_;
  const std::vector<RecordedTurn> turns_;
};

class FolderModel final : public Model {
 public:
  FolderModel(std::vector<Baseline> baselines, std::string folder, Ids& ids, Pause pause)
      : name_("scripted by " + folder), ids_(ids), pause_(std::move(pause)) {
    std::ranges::sort(baselines, {}, &Baseline::name);
    for (const auto& baseline : baselines) {
      for (auto& turn : turns_of(baseline)) turns_.push_back(std::move(turn));
    }
  }

  std::string name() const override { return name_; }

  Task<ModelAnswer> answer(const Conversation& conversation, ModelSink& sink) override {
    const Position position = position_of(conversation);
    const auto turn =
        std::ranges::find_if(turns_, [&](const auto& each) { return goes_on(each, position); });
    if (turn != turns_.end())
      co_return co_await play(turn->steps[position.steps.size()], sink, ids_, pause_);
    std::string end = position.steps.empty() ? what_can_be_said()
                                             : "The script ends here: no recording goes on from "
                                               "what just happened.";
    co_await say_text(sink, std::move(end), pause_);
    co_return ModelAnswer{};
  }

 private:
  std::string what_can_be_said() const {
    constexpr std::size_t shown_max = 20;
    std::vector<std::string> shown;
    for (const auto& turn : turns_) {
      if (turn.user.empty() || shown.size() == shown_max) continue;
      if (std::ranges::find(shown, turn.user) == shown.end()) shown.push_back(turn.user);
    }
    std::string text = "The script ends here: no recording begins with this message. These do:";
    for (const auto& said : shown) text += "\n- " + said;
    return text;
  }

  const std::string name_;
  Ids& ids_;
  const Pause pause_;
  std::vector<RecordedTurn> turns_;  // of all files, in the order of their names
};

}  // namespace

std::string fresh_call_id(std::string_view recorded, Ids& ids) {
  const auto letters =
      recorded.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-");
  const auto dash = recorded.substr(0, letters).rfind('-');
  const auto prefix = dash == recorded.npos ? "call-" : recorded.substr(0, dash + 1);
  return std::string(prefix) + ids.uuid();
}

std::unique_ptr<Model> scripted_model(Baseline baseline, Ids& ids, Pause pause) {
  return std::make_unique<BaselineModel>(std::move(baseline), ids, std::move(pause));
}

std::unique_ptr<Model> scripted_model(std::vector<Baseline> baselines, std::string folder, Ids& ids,
                                      Pause pause) {
  return std::make_unique<FolderModel>(std::move(baselines), std::move(folder), ids,
                                       std::move(pause));
}

}  // namespace holdpoint

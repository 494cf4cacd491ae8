#include "tests/support/world.hpp"

#include <gtest/gtest.h>

namespace holdpoint::test {

Task<ModelAnswer> ListModel::answer(const Conversation& conversation, ModelSink& sink) {
  heard.push_back(conversation);
  Step step{"done", {}, {}};
  if (!steps.empty()) {
    step = std::move(steps.front());
    steps.pop_front();
  }
  if (step.act) co_await step.act(sink);
  if (!step.text.empty()) {
    sink.open(BlockKind::text);
    sink.say(step.text);
    sink.close();
  }
  ModelAnswer answer;
  answer.calls = std::move(step.calls);
  answer.finish = answer.calls.empty() ? "stop" : "tool-calls";
  co_return answer;
}

CallPtr call(std::string id, std::string tool, json::object arguments) {
  return make_call(std::move(id), std::move(tool), std::move(arguments));
}

World::World() : Runtime(io.get_executor(), {clock, ids, driver, model}, Toolbox{}) {}

World::~World() {
  asio::co_spawn(io, stop(), [](std::exception_ptr) {});
  poll();
}

void World::poll() {
  io.restart();
  while (io.poll() > 0) io.restart();
}

void World::advance(std::chrono::milliseconds by) {
  poll();
  clock.advance(by);
  deadlines.tick();
  poll();
}

Reader::Reader(World& world, std::shared_ptr<Session> session, std::optional<std::uint64_t> after)
    : world_(world) {
  view = session->attach(after, "test",
                         [this](EventBatch batch) { batches.push_back(std::move(batch)); });
  world_.poll();
}

std::vector<std::string> Reader::story() const {
  std::vector<std::string> lines;
  for (const auto& batch : batches) {
    for (const auto& event : batch) {
      if (auto line = in_words(*event.event); !line.empty()) lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string Reader::last() const {
  const auto lines = story();
  return lines.empty() ? "" : lines.back();
}

int Reader::ends() const {
  int count = 0;
  for (const auto& line : story()) count += line.starts_with("end");
  return count;
}

void Reader::receive(Message message) {
  std::vector<Message> messages;
  messages.push_back(std::move(message));
  view.receive(std::move(messages));
  world_.poll();
}

void Reader::say(std::string text) {
  Say said;
  said.said.parts.emplace_back(TextPart{std::move(text)});
  receive(std::move(said));
}

void Reader::approve(const std::string& call, std::string reason) {
  receive(Decide{approval_of(call), call, true, std::move(reason), false});
}

void Reader::deny(const std::string& call, std::string reason) {
  receive(Decide{approval_of(call), call, false, std::move(reason), false});
}

std::string Reader::approval_of(const std::string& call) const {
  std::string id;
  for (const auto& batch : batches) {
    for (const auto& event : batch) {
      const auto* asked = std::get_if<event::Asked>(event.event.get());
      if (asked && asked->approval->call->id == call) id = asked->approval->id;
    }
  }
  return id;
}

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 does not derive it

}  // namespace

std::string in_words(const Event& event) {
  return std::visit(
      Overloaded{
          [](const event::TurnStarted&) { return std::string("turn"); },
          [](const event::StepStarted&) { return std::string(); },
          [](const event::BlockOpened&) { return std::string(); },
          [](const event::BlockSaid& e) {
            return (e.kind == BlockKind::text ? "text " : "thought ") + e.text;
          },
          [](const event::BlockClosed&) { return std::string(); },
          [](const event::CallBegun&) { return std::string(); },
          [](const event::CallArguments&) { return std::string(); },
          [](const event::Called& e) { return "call " + e.call->id + " " + e.call->tool; },
          [](const event::StepEnded&) { return std::string(); },
          [](const event::Asked& e) {
            return "ask " + e.approval->call->id +
                   (e.approval->prompt.empty() ? "" : " " + e.approval->prompt);
          },
          [](const event::Decided& e) {
            return std::string(to_string(e.decision.outcome)) + " " + e.approval->call->id;
          },
          [](const event::ClientAnswered&) { return std::string(); },
          [](const event::Interrupted&) { return std::string(); },
          [](const event::Progress& e) { return "progress " + e.call + " " + write_json(e.value); },
          [](const event::Returned& e) { return "out " + e.call + " " + write_json(e.output); },
          [](const event::Failed& e) { return "fail " + e.call + " " + e.text; },
          [](const event::Notice& e) { return "notice " + e.text; },
          [](const event::DecisionRefused& e) { return "refused " + e.why; },
          [](const event::TurnEnded& e) {
            switch (e.how) {
              case event::TurnEnded::How::finished:
                return std::string("end");
              case event::TurnEnded::How::aborted:
                return "end aborted " + e.reason;
              case event::TurnEnded::How::failed:
                return "end failed " + e.reason;
            }
            return std::string();
          },
      },
      event);
}

}  // namespace holdpoint::test

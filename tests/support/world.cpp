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

}  // namespace holdpoint::test

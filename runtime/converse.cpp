#include "runtime/converse.hpp"

#include <deque>
#include <stdexcept>

#include "runtime/parked.hpp"

namespace holdpoint {

namespace {

// What came from the session's strand and was not shown yet; on the conversation's own strand.
struct Heard {
  std::deque<Numbered> events;
  Parked<bool>* more = nullptr;  // set while somebody waits for it
};

Session::Sink sink_to(std::shared_ptr<Heard> heard, Executor strand) {
  return [heard = std::move(heard), strand = std::move(strand)](EventBatch batch) {
    asio::post(strand, [heard, batch = std::move(batch)] {
      heard->events.insert(heard->events.end(), batch.begin(), batch.end());
      if (heard->more) heard->more->set(true);
    });
  };
}

Task<Numbered> next_of(Heard& heard) {
  if (heard.events.empty()) {
    Parked<bool> more;
    heard.more = &more;
    struct Forget {
      Heard& heard;
      ~Forget() { heard.more = nullptr; }
    } const forget{heard};
    co_await wait_for(more);
  }
  Numbered next = std::move(heard.events.front());
  heard.events.pop_front();
  co_return next;
}

std::vector<Message> say(std::string text) {
  Say say;
  say.said.parts.emplace_back(TextPart{std::move(text)});
  std::vector<Message> messages;
  messages.emplace_back(std::move(say));
  return messages;
}

Task<> converse_here(std::shared_ptr<Session> session, std::string text, Human human) {
  const auto heard = std::make_shared<Heard>();
  const Executor strand = co_await asio::this_coro::executor;
  auto view = session->attach(std::nullopt, "in process", sink_to(heard, strand));
  view.receive(say(text));
  for (bool ours = false, over = false; !over;) {
    const Numbered next = co_await next_of(*heard);
    const auto* started = std::get_if<event::TurnStarted>(next.event.get());
    ours = ours || (started && text_of(started->said) == text);
    const bool refused = next.number == 0 && std::holds_alternative<event::Notice>(*next.event);
    over = ours ? std::holds_alternative<event::TurnEnded>(*next.event) : refused;
    auto answers = human(*next.event);
    if (!answers.empty()) view.receive(std::move(answers));
  }
}

}  // namespace

Task<> converse(std::shared_ptr<Session> session, std::string text, Human human) {
  if (!session) throw std::invalid_argument("there is no session to converse in");
  const auto strand = asio::make_strand(co_await asio::this_coro::executor);
  co_await asio::co_spawn(
      strand, converse_here(std::move(session), std::move(text), std::move(human)), use_task);
}

Message yes(const event::Asked& asked) {
  return Decide{asked.approval->id, asked.approval->call->id, true, "", false};
}

Message no(const event::Asked& asked, std::string reason) {
  return Decide{asked.approval->id, asked.approval->call->id, false, std::move(reason), false};
}

}  // namespace holdpoint

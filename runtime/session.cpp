#include "runtime/session.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "runtime/gate.hpp"

namespace holdpoint {

namespace {

std::string describe_loss(const Decision& winner) {
  return "already " + std::string(to_string(winner.outcome)) + " by " + winner.by + " via " +
         winner.via;
}

// Why a decision changed nothing; none: it did, or it says what the record says.
std::optional<event::DecisionRefused> refusal(const Decide& wanted, const DecideResult& result) {
  event::DecisionRefused refused{wanted.approval.empty() ? wanted.call : wanted.approval, "", {}};
  if (const auto* lost = std::get_if<Lost>(&result)) {
    if ((lost->winner.outcome == Outcome::approved) == wanted.approved) return std::nullopt;
    refused.why = describe_loss(lost->winner);
    refused.winner = lost->winner;
    return refused;
  }
  if (const auto* no = std::get_if<Refused>(&result)) {
    refused.why = no->why;
    return refused;
  }
  if (std::holds_alternative<Unknown>(result)) {
    refused.why = "no such approval";
    return refused;
  }
  return std::nullopt;
}

}  // namespace

Session::Session(const Services& services, Executor executor, Identity identity,
                 std::function<void(const Identity&)> gone)
    : services_(services),
      identity_(std::move(identity)),
      gone_(std::move(gone)),
      strand_(asio::make_strand(executor)),
      tasks_(strand_) {}

// --- views ---

Session::View& Session::View::operator=(View&& other) noexcept {
  if (this != &other) {
    detach();
    session_ = std::move(other.session_);
    number_ = other.number_;
  }
  return *this;
}

void Session::View::receive(std::vector<Message> messages) {
  asio::post(session_->strand_,
             [session = session_, number = number_, messages = std::move(messages)]() mutable {
               session->handle(number, std::move(messages));
             });
}

void Session::View::announced(std::vector<std::string> approvals) {
  asio::post(session_->strand_, [session = session_, approvals = std::move(approvals)]() mutable {
    session->tasks_.spawn("announced", session->tell_announced(std::move(approvals)));
  });
}

void Session::View::detach() {
  if (!session_) return;
  const auto strand = session_->strand_;
  asio::post(strand,
             [session = std::move(session_), number = number_] { session->remove_reader(number); });
}

Session::View Session::attach(std::optional<std::uint64_t> after, std::string door, Sink sink) {
  const std::uint64_t number = ++reader_numbers_;
  Reader reader{std::move(sink), std::move(door), 0};
  asio::post(strand_,
             [self = shared_from_this(), number, after, reader = std::move(reader)]() mutable {
               self->add_reader(number, after, std::move(reader));
             });
  return View(shared_from_this(), number);
}

void Session::add_reader(std::uint64_t number, std::optional<std::uint64_t> after, Reader reader) {
  grace_.drop();
  reader.next = numbers_ + 1;
  EventBatch missed;
  if (after && !latest_turn_.empty()) {
    const bool known = *after >= latest_turn_.front().number && *after <= numbers_;
    const std::uint64_t from = known ? *after + 1 : 0;
    std::ranges::copy_if(latest_turn_, std::back_inserter(missed),
                         [&](const Numbered& event) { return event.number >= from; });
  }
  auto& added = readers_.emplace(number, std::move(reader)).first->second;
  watchers_ = readers_.size();
  if (after) added.sink(std::move(missed));  // be it nothing: it waits for that
  if (turn_) turn_->viewed(true);
}

void Session::remove_reader(std::uint64_t number) {
  readers_.erase(number);
  watchers_ = readers_.size();
  if (!readers_.empty()) return;
  if (turn_) turn_->viewed(false);
  unattended();
}

void Session::unattended() {
  const bool named = !identity_.chat.empty();
  const std::chrono::milliseconds patience =
      named ? std::chrono::milliseconds(services_.limits.session_idle)
            : std::chrono::milliseconds(services_.limits.connection_grace);
  grace_ = services_.deadlines.after(patience, [weak = weak_from_this(), strand = strand_] {
    asio::post(strand, [weak] {
      if (const auto session = weak.lock()) session->end_if_unattended();
    });
  });
}

// A session with a name waits for its turn, and so for its humans, however long that takes. One
// without ends with its connection: nobody could ever find it again.
void Session::end_if_unattended() {
  if (!readers_.empty() || ending_) return;
  if (turn_ && !identity_.chat.empty()) return unattended();
  ending_ = true;
  queued_.clear();
  if (turn_) {
    interrupt("the connection is gone");
  } else {
    gone_(identity_);
  }
}

Task<> Session::close() {
  const auto self = shared_from_this();
  co_await asio::co_spawn(strand_, close_here(), use_task);
}

Task<> Session::close_here() {
  ending_ = true;
  grace_.drop();
  queued_.clear();
  tasks_.cancel_all();
  co_await tasks_.join();
}

// --- what clients say ---

void Session::handle(std::uint64_t from, std::vector<Message> messages) {
  std::vector<Decide> decisions;
  for (auto& message : messages) {
    if (auto* decide = std::get_if<Decide>(&message)) decisions.push_back(std::move(*decide));
  }
  if (!decisions.empty()) tasks_.spawn("decide", decide(from, std::move(decisions)));
  for (auto& message : messages) {
    if (auto* say = std::get_if<Say>(&message)) {
      queue_say(from, std::move(*say));
    } else if (auto* returned = std::get_if<ClientReturned>(&message)) {
      const std::string call = returned->call;
      if (!turn_ || !turn_->client_returned(std::move(*returned))) {
        spdlog::debug("client result ignored session={} call={}", identity_.id, call);
      }
    } else if (std::holds_alternative<Regenerate>(message)) {
      regenerate();
      tell_if_idle(from);
    } else if (const auto* stop = std::get_if<Interrupt>(&message)) {
      interrupt(stop->reason);
    }
  }
}

void Session::queue_say(std::uint64_t from, Say say) {
  if (ending_) return;
  if (queued_.size() >= services_.limits.turns_queued_max) {
    spdlog::warn("message refused session={} queued={}", identity_.id, queued_.size());
    return tell(from, event::Notice{"busy: too many messages are waiting; this one was dropped"});
  }
  queued_.push_back(std::move(say));
  start_next();
}

// What was sent starts nothing, and nothing runs: who waits for an answer would wait for ever.
void Session::tell_if_idle(std::uint64_t from) {
  if (!turn_ && queued_.empty()) tell(from, event::Notice{"there is nothing to answer"});
}

void Session::interrupt(std::string reason) {
  if (turn_) tasks_.spawn("interrupt", interrupt_turn(turn_, std::move(reason)));
}

// Holds the turn: it may end before this has started.
Task<> Session::interrupt_turn(std::shared_ptr<Turn> turn, std::string reason) {
  co_await turn->interrupt(identity_.principal, std::move(reason));
}

void Session::regenerate() {
  regenerate_next_ = true;
  if (turn_) {
    interrupt("regenerate");
  } else {
    start_next();
  }
}

void Session::start_next() {
  if (turn_ || ending_) return;
  auto& exchanges = conversation_.exchanges;
  if (std::exchange(regenerate_next_, false)) {
    const auto last = std::find_if(exchanges.rbegin(), exchanges.rend(), [](const Exchange& e) {
      return std::holds_alternative<UserSaid>(e);
    });
    if (last != exchanges.rend()) {
      UserSaid said = std::get<UserSaid>(*last);
      exchanges.erase(std::prev(last.base()), exchanges.end());
      return start_turn(std::move(said));
    }
  }
  if (queued_.empty()) return;
  Say say = std::move(queued_.front());
  queued_.pop_front();
  if (exchanges.empty()) {
    for (auto& remembered : say.history) exchanges.emplace_back(std::move(remembered));
  }
  start_turn(std::move(say.said));
}

void Session::start_turn(UserSaid said) {
  auto& exchanges = conversation_.exchanges;
  while (exchanges.size() > services_.limits.history_messages_max) {
    const auto next =
        std::find_if(std::next(exchanges.begin()), exchanges.end(),
                     [](const Exchange& e) { return std::holds_alternative<UserSaid>(e); });
    exchanges.erase(exchanges.begin(), next);
  }
  CallHost::Owner owner{identity_.principal, identity_.id, services_.ids.uuid()};
  turn_ = std::make_shared<Turn>(services_, std::move(owner), strand_, tasks_, conversation_,
                                 [this](Event event) { publish(std::move(event)); });
  turn_->viewed(!readers_.empty());
  turn_->start(std::move(said), [this] { turn_ended(); });
}

void Session::turn_ended() {
  turn_.reset();
  if (ending_) return gone_(identity_);
  start_next();
}

Task<> Session::decide(std::uint64_t from, std::vector<Decide> decisions) {
  const auto reader = readers_.find(from);
  const std::string door = reader == readers_.end() ? "gone" : reader->second.door;
  std::vector<event::DecisionRefused> refused;
  bool counted = false;
  for (const auto& wanted : decisions) {
    const auto record = co_await find(wanted);
    if (wanted.old && (!record || record->decision)) continue;
    DecideResult result = Unknown{};
    if (record) {
      DecisionRequest request(record->approval->id,
                              wanted.approved ? Outcome::approved : Outcome::denied,
                              identity_.principal, door, wanted.reason);
      result = co_await services_.gate.decide(std::move(request));
    }
    counted =
        counted || std::holds_alternative<Won>(result) || std::holds_alternative<Recorded>(result);
    if (auto why = refusal(wanted, result)) refused.push_back(std::move(*why));
  }
  if (counted) co_return;
  if (refused.empty()) tell_if_idle(from);
  for (auto& why : refused) {
    spdlog::info("decision refused session={} approval={} why={}", identity_.id, why.approval,
                 why.why);
    tell(from, std::move(why));
  }
}

// By approval id first, then by the model's id for the call. An id of another session's approval
// is as good as unknown, and must not decide this session's call of the same name.
Task<std::optional<ApprovalRecord>> Session::find(const Decide& wanted) {
  if (!wanted.approval.empty()) {
    auto record = co_await services_.ledger.find(wanted.approval);
    if (record && record->approval->key.session != identity_.id) co_return std::nullopt;
    if (record) co_return record;
  }
  if (wanted.call.empty()) co_return std::nullopt;
  co_return co_await services_.ledger.find_call(identity_.id, wanted.call);
}

Task<> Session::tell_announced(std::vector<std::string> approvals) {
  for (const auto& approval : approvals) co_await services_.gate.announced(approval);
}

// --- what happened ---

void Session::publish(Event event) {
  if (std::holds_alternative<event::TurnStarted>(event)) latest_turn_.clear();
  Numbered numbered{++numbers_, std::make_shared<const Event>(std::move(event))};
  latest_turn_.push_back(numbered);
  unsent_.push_back(std::move(numbered));
  if (unsent_.size() == 1) asio::post(strand_, [self = shared_from_this()] { self->flush(); });
}

void Session::tell(std::uint64_t reader, Event event) {
  const auto found = readers_.find(reader);
  if (found == readers_.end()) return;
  EventBatch batch;
  batch.push_back({0, std::make_shared<const Event>(std::move(event))});
  found->second.sink(std::move(batch));
}

void Session::flush() {
  const EventBatch batch = std::exchange(unsent_, {});
  for (const auto& observe : observers_) observe(batch);
  for (auto& [number, reader] : readers_) {
    EventBatch news;
    for (const auto& event : batch) {
      if (event.number >= reader.next) news.push_back(event);
    }
    reader.next = numbers_ + 1;
    if (!news.empty()) reader.sink(std::move(news));
  }
}

}  // namespace holdpoint

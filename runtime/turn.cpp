#include "runtime/turn.hpp"

#include <spdlog/spdlog.h>

#include "runtime/gate.hpp"
#include "runtime/run_call.hpp"

namespace holdpoint {

Turn::Turn(const Services& services, Owner owner, Executor strand, TaskGroup& tasks,
           Conversation& conversation, std::function<void(Event)> publish)
    : services_(services),
      owner_(std::move(owner)),
      strand_(std::move(strand)),
      tasks_(tasks),
      conversation_(conversation),
      publish_(std::move(publish)) {}

void Turn::start(UserSaid said, std::function<void()> ended) {
  task_ = tasks_.spawn("turn " + owner_.turn, run(std::move(said), std::move(ended)));
}

Task<> Turn::run(UserSaid said, std::function<void()> ended) {
  const auto self = shared_from_this();
  publish(event::TurnStarted{services_.ids.uuid(), said});
  conversation_.exchanges.emplace_back(std::move(said));
  event::TurnEnded ending = co_await steps();
  resolve_formed();
  publish(std::move(ending));
  over_ = true;
  co_await services_.ledger.close_turn(owner_.turn);
  ended();
}

Task<event::TurnEnded> Turn::steps() {
  using How = event::TurnEnded::How;
  event::TurnEnded ending;
  for (std::size_t step = 0; !interrupted_; ++step) {
    if (step == services_.limits.steps_per_turn_max) {
      publish(event::Notice{"stopped: the model took more steps than one turn may"});
      ending.reason = "length";
      ending.metadata = std::move(metadata_);
      co_return ending;
    }
    publish(event::StepStarted{});
    AnswerPtr answer;
    std::string failure;
    try {
      answer = co_await ask_model();
    } catch (const std::exception& error) {
      if (dropped_) throw;
      failure = error.what();
    }
    if (interrupted_) break;
    if (!answer) {
      spdlog::warn("model failed session={} error={}", owner_.session, failure);
      co_return event::TurnEnded{How::failed, failure, std::move(metadata_)};
    }
    metadata_ = answer->metadata;
    publish(event::StepEnded{metadata_});
    conversation_.exchanges.emplace_back(ModelSaid{answer});
    if (answer->calls.empty()) {
      ending.reason = answer->finish;
      ending.metadata = std::move(metadata_);
      co_return ending;
    }
    co_await run_calls(step, *answer);
  }
  co_return event::TurnEnded{How::aborted, interrupted_->reason, std::move(metadata_)};
}

// One answer of the model, recorded before anybody is told what it calls.
Task<AnswerPtr> Turn::ask_model() {
  const auto tools = services_.tools.get();
  conversation_.session = owner_.session;
  conversation_.tools.clear();
  for (const auto& tool : tools->all()) conversation_.tools.push_back(tool->spec);
  texts_.clear();
  model_speaks_ = true;
  std::exception_ptr failure;
  ModelAnswer answer;
  try {
    answer = co_await services_.model.answer(conversation_, *this);
  } catch (...) {
    failure = std::current_exception();
  }
  model_speaks_ = false;
  const auto cancellation = co_await asio::this_coro::cancellation_state;
  dropped_ = cancellation.cancelled() != asio::cancellation_type::none && !interrupted_;
  if (dropped_ && failure) std::rethrow_exception(failure);
  co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
  close();
  answer.texts = texts_;
  if (failure && interrupted_ && !texts_.empty()) {  // what was said was said
    answer.calls.clear();
    conversation_.exchanges.emplace_back(
        ModelSaid{std::make_shared<const ModelAnswer>(std::move(answer))});
  }
  if (failure) std::rethrow_exception(failure);
  if (answer.calls.size() > services_.limits.calls_per_step_max) {
    throw ModelError("the model asked for more calls in one step than are allowed");
  }
  for (const auto& call : answer.calls) {
    if (open_.contains(call->id)) throw ModelError("the model used one call id twice: " + call->id);
    open_[call->id].call = call;
  }
  auto kept = std::make_shared<const ModelAnswer>(std::move(answer));
  StepKey step{owner_.turn, "/model/" + std::to_string(conversation_.exchanges.size())};
  co_await services_.ledger.record(std::move(step), kept);
  for (const auto& call : kept->calls) {
    if (!formed_.erase(call->id)) publish(event::CallBegun{call->id, call->tool});
    publish(event::Called{call});
  }
  co_return kept;
}

Task<> Turn::run_calls(std::size_t step, const ModelAnswer& answer) {
  all_resolved_.emplace();
  unresolved_ = answer.calls.size();
  const auto tools = services_.tools.get();
  for (std::size_t i = 0; i < answer.calls.size(); ++i) {
    const CallPtr& call = answer.calls[i];
    if (auto refused = refuse_early(*call)) {
      resolve(std::move(*refused));
      continue;
    }
    const std::string path = "/" + std::to_string(step) + "." + std::to_string(i);
    auto scope = std::make_shared<CallScope>(services_, shared_from_this(), call,
                                             tools->find(call->tool), path);
    open_[call->id].task = tasks_.spawn("call " + call->id, run_one(std::move(scope)));
  }
  co_await wait_for(*all_resolved_);
  ToolsReturned returned;
  for (const auto& call : answer.calls) {
    returned.results.push_back(std::move(*open_[call->id].result));
    open_[call->id].grace.drop();
  }
  conversation_.exchanges.emplace_back(std::move(returned));
  for (auto& [id, wait] : client_waits_) wait.answer.abort();
  client_waits_.clear();
}

Task<> Turn::run_one(std::shared_ptr<CallScope> scope) {
  const auto self = shared_from_this();
  resolve(co_await run_call(std::move(scope)));
}

// What needs no gate to be refused: it does not exist, or a human has said no to just this.
std::optional<CallResult> Turn::refuse_early(const ToolCall& call) const {
  if (!services_.tools.get()->find(call.tool)) {
    return failed_call(call, "unknown_tool", "there is no tool called " + call.tool, false);
  }
  if (refused_.contains({call.tool, call.args_hash})) {
    return failed_call(call, "denied", "the same call was already denied in this turn", false);
  }
  return std::nullopt;
}

// The first result of a call counts; a body that was given up and ends later says nothing.
void Turn::resolve(CallResult result) {
  const auto found = open_.find(result.call);
  if (over_ || found == open_.end() || found->second.result) {
    spdlog::warn("late result ignored call={}", result.call);
    return;
  }
  Open& open = found->second;
  if (result.outcome) refused_.emplace(open.call->tool, open.call->args_hash);
  if (result.failed) {
    publish(event::Failed{result.call, message_of(result), result.outcome});
  } else {
    publish(event::Returned{result.call, result.output});
  }
  open.result = std::move(result);
  if (--unresolved_ == 0 && all_resolved_) all_resolved_->set(true);
}

Task<> Turn::interrupt(std::string by, std::string reason) {
  if (over_ || interrupted_) co_return;
  if (reason.empty()) reason = "interrupted by the user";
  spdlog::info("interrupt session={} by={}", owner_.session, by);
  interrupted_ = Decision{"", Outcome::cancelled, by, "interrupt", reason, services_.clock.wall()};
  publish(event::Interrupted{by, reason});
  if (model_speaks_) tasks_.cancel(task_);
  std::vector<std::string> calls;
  for (const auto& [id, open] : open_) {
    if (!open.result && open.task) calls.push_back(id);
  }
  for (const auto& id : calls) {
    Open& open = open_[id];
    open.grace =
        services_.deadlines.after(services_.limits.stop_grace, on_strand(id, &Turn::abandon));
    if (!open.asking.empty()) {
      DecisionRequest request(open.asking, Outcome::cancelled, by, "interrupt", reason);
      const auto decided = co_await services_.gate.decide(std::move(request));
      if (std::holds_alternative<Won>(decided)) continue;  // its coroutine resumes with the no
    }
    if (!open.result) tasks_.cancel(open.task);
  }
}

void Turn::overran(const std::string& call) {
  const auto found = open_.find(call);
  if (found != open_.end() && !found->second.result) stop_call(found->second);
}

void Turn::stop_call(Open& open) {
  tasks_.cancel(open.task);
  open.grace = services_.deadlines.after(services_.limits.stop_grace,
                                         on_strand(open.call->id, &Turn::abandon));
}

// It was told to stop and did not: the turn goes on without it.
void Turn::abandon(const std::string& call) {
  const auto found = open_.find(call);
  if (found == open_.end() || found->second.result) return;
  tasks_.cancel(found->second.task);
  resolve(failed_call(*found->second.call, "failed",
                      found->second.call->tool + " did not stop when told to; it may still run",
                      false));
}

// Deadlines call on any thread, maybe after the turn is gone.
std::function<void()> Turn::on_strand(std::string call, void (Turn::*then)(const std::string&)) {
  return [weak = weak_from_this(), strand = strand_, call = std::move(call), then] {
    asio::post(strand, [weak, call, then] {
      if (const auto turn = weak.lock()) (turn.get()->*then)(call);
    });
  };
}

void Turn::publish(Event event) {
  if (over_) return;
  if (const auto* asked = std::get_if<event::Asked>(&event)) {
    open_.at(asked->approval->key.call).asking = asked->approval->id;
  } else if (const auto* decided = std::get_if<event::Decided>(&event)) {
    open_.at(decided->approval->key.call).asking.clear();
  } else if (const auto* progress = std::get_if<event::Progress>(&event)) {
    if (open_.at(progress->call).result) return;
  }
  publish_(std::move(event));
}

// Calls that the model began and never finished: every begun call is resolved before the end.
void Turn::resolve_formed() {
  for (const auto& [id, tool] : std::exchange(formed_, {})) {
    publish(event::Failed{id, "the model did not finish this call", std::nullopt});
  }
}

// --- what the model says ---

void Turn::open(BlockKind kind) {
  close();
  block_ = kind;
  if (kind == BlockKind::text) texts_.emplace_back();
  publish(event::BlockOpened{++blocks_, kind});
}

void Turn::say(std::string text) {
  if (!block_) open(BlockKind::text);
  bytes_ += text.size();
  if (bytes_ > services_.limits.turn_bytes_max) {
    throw ModelError("the answer is longer than one turn may be");
  }
  if (*block_ == BlockKind::text) texts_.back() += text;
  publish(event::BlockSaid{blocks_, *block_, std::move(text)});
}

void Turn::close() {
  if (!block_) return;
  publish(event::BlockClosed{blocks_, *block_});
  block_.reset();
}

void Turn::call_begins(std::string call, std::string tool) {
  close();
  formed_[call] = tool;
  publish(event::CallBegun{std::move(call), std::move(tool)});
}

void Turn::call_arguments(std::string call, std::string text) {
  bytes_ += text.size();
  if (bytes_ > services_.limits.turn_bytes_max) {
    throw ModelError("the answer is longer than one turn may be");
  }
  publish(event::CallArguments{std::move(call), std::move(text)});
}

// --- tools that run in the client ---

Task<json::value> Turn::on_client(CallPtr call) {
  if (interrupted_) throw Denied(*interrupted_);
  const bool nested = !open_.contains(call->id);
  if (nested) {
    publish(event::CallBegun{call->id, call->tool});
    publish(event::Called{call});
  }
  ClientWait& wait = client_waits_[call->id];
  wait.awaited = true;
  if (viewed_) start_client_clock(call->id, wait);
  const ClientReturned returned = co_await wait_for(wait.answer);
  wait.limit.drop();
  publish(event::ClientAnswered{call->id, returned.output, returned.failed, !wait.silent});
  const std::string failure = returned.failed && returned.output.is_string()
                                  ? std::string(returned.output.get_string())
                                  : std::string("the client failed to run it");
  if (nested && returned.failed) {
    publish(event::Failed{call->id, failure, std::nullopt});
  } else if (nested) {
    publish(event::Returned{call->id, returned.output});
  }
  if (returned.failed) throw ToolError(failure);
  co_return returned.output;
}

bool Turn::client_returned(ClientReturned returned) {
  const auto open = open_.find(returned.call);
  const bool unresolved = open != open_.end() && !open->second.result;
  const bool nested = open == open_.end() && client_waits_.contains(returned.call);
  if (over_ || interrupted_ || !(unresolved || nested)) return false;
  if (!client_waits_.contains(returned.call) &&
      client_waits_.size() >= services_.limits.early_results_max) {
    return false;
  }
  return client_waits_[returned.call].answer.set(std::move(returned));
}

void Turn::viewed(bool by_anybody) {
  viewed_ = by_anybody;
  for (auto& [call, wait] : client_waits_) {
    if (!viewed_) wait.limit.drop();
    if (viewed_ && wait.awaited && !wait.limit) start_client_clock(call, wait);
  }
}

void Turn::start_client_clock(const std::string& call, ClientWait& wait) {
  wait.limit = services_.deadlines.after(services_.limits.client_patience,
                                         on_strand(call, &Turn::client_silent));
}

void Turn::client_silent(const std::string& call) {
  const auto found = client_waits_.find(call);
  if (found == client_waits_.end()) return;
  ClientReturned silence{call, json::string("the client did not answer in time"), true};
  found->second.silent = found->second.answer.set(std::move(silence));
}

}  // namespace holdpoint

#include "runtime/gate.hpp"

#include <optional>

#include <spdlog/spdlog.h>

#include "runtime/hash.hpp"

namespace holdpoint {

namespace {

ApprovalPtr question(const CallScope& scope, std::string prompt) {
  const auto& owner = scope.host->owner();
  const auto& traits = scope.tool->spec.traits;
  const auto patience = traits.patience.value_or(scope.services.limits.approval_patience);
  auto approval = std::make_shared<Approval>();
  approval->key = {owner.session, scope.call->id, scope.questions};
  approval->turn = owner.turn;
  approval->path = scope.path + "/" + std::to_string(scope.questions);
  approval->id = "confirm-" + uuid_shaped(approval->turn + approval->path);
  approval->owner = owner.principal;
  approval->call = scope.call;
  approval->prompt = std::move(prompt);
  approval->risk = risk_of(traits);
  approval->asked_at = scope.services.clock.wall();
  if (patience.count() > 0) approval->deadline = approval->asked_at + patience;
  return approval;
}

}  // namespace

Gate::Gate(Executor executor, const Clock& clock, Deadlines& deadlines, Ledger& ledger,
           ApprovalQueue& queue)
    : clock_(clock),
      deadlines_(deadlines),
      ledger_(ledger),
      queue_(queue),
      strand_(asio::make_strand(executor)),
      expiring_(strand_) {}

Task<Decision> Gate::ask(CallScope& scope, std::string prompt) {
  if (scope.host->interrupted()) throw Denied(*scope.host->interrupted());
  if (scope.overran) throw ToolError("this call was stopped and may not ask any more");
  if (scope.questions >= scope.services.limits.asks_per_call_max) {
    throw ToolError("this call asked more questions than one call may");
  }
  const ApprovalPtr approval = question(scope, std::move(prompt));
  ++scope.questions;
  scope.clock_stops();
  std::optional<Decision> decision;
  {
    // Opened before the question is recorded: whatever is decided from then on finds its sleeper.
    ApprovalQueue::Slot slot(queue_, approval->key);
    Asked asked = co_await ledger_.ask(approval);
    decision = std::move(asked.decision);
    if (!decision) {
      scope.host->publish(event::Asked{approval});
      spdlog::info("asked approval={} session={} call={} tool={} question={}", approval->id,
                   approval->key.session, approval->key.call, approval->call->tool,
                   approval->key.question);
      const Watch watch(*this, *approval);
      decision = co_await slot.decision();
    }
  }
  scope.host->publish(event::Decided{approval, *decision});
  if (decision->outcome != Outcome::approved) throw Denied(std::move(*decision));
  if (!scope.started) {
    Permit permit{Permit::Kind::approval, approval->id};
    co_await scope.start(std::move(permit));
  }
  scope.clock_runs();
  co_return std::move(*decision);
}

Task<DecideResult> Gate::decide(DecisionRequest request) {
  const auto known = co_await ledger_.find(request.approval);
  if (!known) co_return Unknown{};
  if (known->approval->owner != request.by) co_return Refused{"this session belongs to another"};
  // The timer may be late, or the calendar may have jumped: no yes comes in after its time.
  const auto deadline = known->approval->deadline;
  if (!known->decision && deadline && clock_.wall() >= *deadline) co_await expire(request.approval);
  co_return co_await record(std::move(request));
}

Task<DecideResult> Gate::record(DecisionRequest request) {
  const std::string approval = request.approval;
  Decided decided = co_await ledger_.decide(std::move(request), clock_.wall());
  if (const auto* won = std::get_if<Won>(&decided.result)) {
    spdlog::info("decided approval={} outcome={} by={} via={}", approval,
                 to_string(won->decision.outcome), won->decision.by, won->decision.via);
    queue_.wake(decided.approval->key, won->decision);
  } else {
    spdlog::info("decision without effect approval={} result={}", approval, decided.result.index());
  }
  co_return std::move(decided.result);
}

Task<> Gate::announced(std::string id) {
  const auto known = co_await ledger_.find(id);
  if (!known || known->decision || !known->approval->deadline) co_return;
  const auto patience = *known->approval->deadline - known->approval->asked_at;
  const WallTime deadline = clock_.wall() + patience;
  co_await ledger_.announce(id, deadline);
  auto ticket = expiry(id, deadline);
  std::lock_guard lock(mutex_);
  if (const auto watched = watched_.find(id); watched != watched_.end()) {
    watched->second = std::move(ticket);
  }
}

Gate::Watch::Watch(Gate& gate, const Approval& approval) : gate_(gate), approval_(approval.id) {
  if (!approval.deadline) return;
  auto ticket = gate_.expiry(approval.id, *approval.deadline);
  std::lock_guard lock(gate_.mutex_);
  gate_.watched_[approval.id] = std::move(ticket);
}

Gate::Watch::~Watch() {
  Deadlines::Ticket forgotten;
  std::lock_guard lock(gate_.mutex_);
  if (auto node = gate_.watched_.extract(approval_)) forgotten = std::move(node.mapped());
}

Deadlines::Ticket Gate::expiry(const std::string& approval, WallTime deadline) {
  return deadlines_.at(deadline, [this, approval] {
    asio::post(strand_,
               [this, approval] { expiring_.spawn("expire " + approval, expire(approval)); });
  });
}

Task<> Gate::expire(std::string approval) {
  DecisionRequest request(std::move(approval), Outcome::expired, "deadline", "deadline");
  co_await record(std::move(request));
}

Task<> Gate::stop() {
  {
    std::lock_guard lock(mutex_);
    watched_.clear();
  }
  co_await asio::co_spawn(strand_, expiring_.join(), use_task);
}

}  // namespace holdpoint

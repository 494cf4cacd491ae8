#include "storage/memory.hpp"

namespace holdpoint {

Task<Answer> MemoryLedger::write(Operation operation) {
  std::lock_guard lock(mutex_);
  co_return std::visit([this](auto& op) { return apply(op); }, operation);
}

Task<std::optional<ApprovalRecord>> MemoryLedger::find(std::string approval) {
  std::lock_guard lock(mutex_);
  const auto found = approvals_.find(approval);
  if (found == approvals_.end()) co_return std::nullopt;
  co_return ApprovalRecord{found->second.approval, found->second.decision};
}

Task<std::optional<ApprovalRecord>> MemoryLedger::find_call(std::string session, std::string call) {
  std::string approval;
  {
    std::lock_guard lock(mutex_);
    const auto latest = latest_of_call_.find(CallKey{std::move(session), std::move(call), 0});
    if (latest == latest_of_call_.end()) co_return std::nullopt;
    approval = latest->second;
  }
  co_return co_await find(std::move(approval));
}

Task<std::vector<ApprovalPtr>> MemoryLedger::pending() {
  std::lock_guard lock(mutex_);
  std::vector<ApprovalPtr> all;
  for (const auto& [id, row] : approvals_) {
    if (!row.decision) all.push_back(row.approval);
  }
  co_return all;
}

Answer MemoryLedger::apply(op::Ask& operation) {
  const ApprovalPtr& approval = operation.approval;
  const auto [row, added] = approvals_.try_emplace(approval->id, Row{approval, {}, false});
  if (added) {
    turns_[approval->turn].approvals.push_back(approval->id);
    latest_of_call_[{approval->key.session, approval->key.call, 0}] = approval->id;
  }
  return Asked{row->second.approval, row->second.decision};
}

Answer MemoryLedger::apply(op::Announce& operation) {
  const auto found = approvals_.find(operation.approval);
  if (found == approvals_.end() || found->second.decision) return std::monostate{};
  auto moved = std::make_shared<Approval>(*found->second.approval);
  moved->deadline = operation.deadline;
  found->second.approval = std::move(moved);
  return std::monostate{};
}

Answer MemoryLedger::apply(op::Decide& operation) {
  auto& request = operation.request;
  const auto found = approvals_.find(request.approval);
  if (found == approvals_.end()) return Decided{Unknown{}, nullptr};
  Row& row = found->second;
  if (row.decision) return Decided{Lost{*row.decision}, row.approval};
  row.decision =
      Decision{std::move(request.approval), request.outcome,           std::move(request.by),
               std::move(request.via),      std::move(request.reason), operation.at};
  return Decided{Won{*row.decision}, row.approval};
}

Answer MemoryLedger::apply(op::Start& operation) {
  Row* permit = nullptr;
  if (operation.permit.kind == Permit::Kind::approval) {
    const auto found = approvals_.find(operation.permit.id);
    if (found == approvals_.end()) return Started::refused;
    permit = &found->second;
    if (permit->taken || !permit->decision || permit->decision->outcome != Outcome::approved ||
        permit->approval->call->args_hash != operation.args_hash) {
      return Started::refused;
    }
  }
  if (!turns_[operation.step.turn].started.insert(operation.step.path).second) {
    return Started::before;
  }
  if (permit) permit->taken = true;
  return Started::started;
}

// What only a restart would read is not kept: nothing survives one here.
Answer MemoryLedger::apply(op::Finish&) { return std::monostate{}; }
Answer MemoryLedger::apply(op::Record&) { return std::monostate{}; }

Answer MemoryLedger::apply(op::CloseTurn& operation) {
  const auto turn = turns_.find(operation.turn);
  if (turn == turns_.end()) return std::monostate{};
  for (auto& approval : turn->second.approvals) of_ended_turns_.push_back(std::move(approval));
  turns_.erase(turn);
  while (of_ended_turns_.size() > decided_kept_max_) {
    forget(of_ended_turns_.front());
    of_ended_turns_.pop_front();
  }
  return std::monostate{};
}

void MemoryLedger::forget(const std::string& id) {
  const auto found = approvals_.find(id);
  if (found == approvals_.end()) return;
  const auto& key = found->second.approval->key;
  const auto latest = latest_of_call_.find({key.session, key.call, 0});
  if (latest != latest_of_call_.end() && latest->second == id) latest_of_call_.erase(latest);
  approvals_.erase(found);
}

}  // namespace holdpoint

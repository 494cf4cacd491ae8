#include "runtime/ledger.hpp"

namespace holdpoint {

Task<Asked> Ledger::ask(ApprovalPtr approval) {
  Operation operation = op::Ask{std::move(approval)};
  auto answer = co_await driver_.write(std::move(operation));
  co_return std::get<Asked>(std::move(answer));
}

Task<> Ledger::announce(std::string approval, std::optional<WallTime> deadline) {
  Operation operation = op::Announce{std::move(approval), deadline};
  co_await driver_.write(std::move(operation));
}

Task<Decided> Ledger::decide(DecisionRequest request, WallTime at) {
  Operation operation = op::Decide{std::move(request), at};
  auto answer = co_await driver_.write(std::move(operation));
  co_return std::get<Decided>(std::move(answer));
}

Task<Started> Ledger::start(StepKey step, std::string args_hash, Permit permit) {
  Operation operation = op::Start{std::move(step), std::move(args_hash), std::move(permit)};
  auto answer = co_await driver_.write(std::move(operation));
  co_return std::get<Started>(answer);
}

Task<> Ledger::finish(StepKey step, json::value result) {
  auto kept = std::make_shared<const json::value>(std::move(result));
  Operation operation = op::Finish{std::move(step), std::move(kept)};
  co_await driver_.write(std::move(operation));
}

Task<> Ledger::record(StepKey step, std::shared_ptr<const ModelAnswer> answer) {
  Operation operation = op::Record{std::move(step), std::move(answer)};
  co_await driver_.write(std::move(operation));
}

Task<> Ledger::close_turn(std::string turn) {
  Operation operation = op::CloseTurn{std::move(turn)};
  co_await driver_.write(std::move(operation));
}

Task<std::optional<ApprovalRecord>> Ledger::find(std::string approval) {
  return driver_.find(std::move(approval));
}

Task<std::optional<ApprovalRecord>> Ledger::find_call(std::string session, std::string call) {
  return driver_.find_call(std::move(session), std::move(call));
}

Task<std::vector<ApprovalPtr>> Ledger::pending() { return driver_.pending(); }

}  // namespace holdpoint

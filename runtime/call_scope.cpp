#include "runtime/call_scope.hpp"

#include <algorithm>

#include "runtime/tool_context.hpp"

namespace holdpoint {

CallScope::CallScope(const Services& shared, std::shared_ptr<CallHost> owner, CallPtr what,
                     ToolPtr with, std::string where)
    : services(shared),
      host(std::move(owner)),
      call(std::move(what)),
      tool(std::move(with)),
      path(std::move(where)),
      left_(tool->spec.traits.running_time.value_or(services.limits.running_time)) {}

Task<> CallScope::start(Permit permit) {
  StepKey step{host->owner().turn, path};
  const auto answer =
      co_await services.ledger.start(std::move(step), call->args_hash, std::move(permit));
  switch (answer) {
    case Started::started:
      started = true;
      co_return;
    case Started::before:
      throw ToolError("this call was started before and is not run again");
    case Started::refused:
      throw ToolError("the permit does not cover these arguments");
  }
}

void CallScope::clock_runs() {
  since_ = services.clock.steady();
  limit_ = services.deadlines.after(left_, [weak = weak_from_this(), strand = host->strand()] {
    asio::post(strand, [weak] {
      if (const auto scope = weak.lock(); scope && scope->limit_) {
        scope->overran = true;
        scope->host->overran(scope->call->id);
      }
    });
  });
}

void CallScope::clock_stops() {
  if (!limit_) return;
  limit_.drop();
  const auto ran = services.clock.steady() - since_;
  left_ -= std::min(left_, std::chrono::floor<std::chrono::milliseconds>(ran));
}

const std::string& ToolContext::call_id() const { return scope_.call->id; }

std::string ToolContext::idempotency_key() const { return scope_.host->owner().turn + scope_.path; }

}  // namespace holdpoint

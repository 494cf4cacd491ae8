#include "runtime/run_call.hpp"

#include <exception>

#include <spdlog/spdlog.h>

#include "runtime/gate.hpp"
#include "runtime/schema.hpp"
#include "runtime/tool_context.hpp"

namespace holdpoint {

namespace {

Permit rule_permit(const Ruling& ruling, const Policy& policy) {
  if (!ruling.rule) return {Permit::Kind::declared, "declared"};
  return {Permit::Kind::rule, ruling.rule->pattern + "@" + policy.version};
}

Decision allowed_by_rule(const CallScope& scope, const Permit& permit) {
  return {"", Outcome::approved, permit.id, "policy", "", scope.services.clock.wall()};
}

struct PolicyDenied : ToolError {
  using ToolError::ToolError;
};

// Policy, then the question if there is one; afterwards the body may be entered. Throws the no.
Task<> pass_gate(CallScope& scope) {
  const auto policy = scope.services.policy.get();
  const Ruling ruling = rule_on(*policy, scope.tool->spec);
  switch (ruling.does) {
    case Ruling::Does::refuse:
      throw PolicyDenied(scope.tool->spec.name + " is not allowed here");
    case Ruling::Does::enter:
      co_return;
    case Ruling::Does::ask:
      scope.gate_decision = co_await scope.services.gate.ask(scope, scope.tool->spec.traits.prompt);
      co_return;
    case Ruling::Does::run: {
      Permit permit = rule_permit(ruling, *policy);
      scope.gate_decision = allowed_by_rule(scope, permit);
      co_await scope.start(std::move(permit));
      co_return;
    }
  }
}

// What an exception that left the tool means.
CallResult explain(const CallScope& scope, std::exception_ptr failure) {
  const ToolCall& call = *scope.call;
  try {
    std::rethrow_exception(failure);
  } catch (const Denied& no) {
    return denied_call(call, scope.tool->spec.traits, no.decision());
  } catch (const PolicyDenied& no) {
    return failed_call(call, "not_allowed", no.what(), false);
  } catch (const ToolError& error) {
    return failed_call(call, "failed", error.what(), true);
  } catch (const std::exception& error) {
    spdlog::warn("tool failed call={} tool={} error={}", call.id, call.tool, error.what());
    return failed_call(call, "failed", call.tool + " failed: " + error.what(), true);
  } catch (...) {
    return failed_call(call, "failed", call.tool + " failed with an unknown exception", true);
  }
}

// What became of a body that was cancelled from outside. None: the process is going down, and
// nothing is said about the call.
std::optional<CallResult> explain_stop(const CallScope& scope) {
  if (scope.overran) {
    return failed_call(*scope.call, "failed", scope.call->tool + " ran too long and was stopped",
                       false);
  }
  if (const auto& interrupt = scope.host->interrupted()) {
    return denied_call(*scope.call, scope.tool->spec.traits, *interrupt);
  }
  return std::nullopt;
}

}  // namespace

Task<CallResult> run_call(std::shared_ptr<CallScope> scope) {
  const ToolCall& call = *scope->call;
  if (const auto wrong = check_schema(scope->tool->spec.schema, call.arguments)) {
    co_return failed_call(call, "invalid_arguments", "invalid arguments: " + to_string(*wrong),
                          true);
  }
  CallResult result{call.id, nullptr, false, std::nullopt};
  std::exception_ptr failure;
  try {
    co_await pass_gate(*scope);
    scope->clock_runs();
    ToolContext context(*scope);
    result.output = co_await scope->tool->body(call.arguments, context);
  } catch (...) {
    failure = std::current_exception();  // co_await is not allowed in here
  }
  scope->clock_stops();
  const auto cancellation = co_await asio::this_coro::cancellation_state;
  const bool stopped = cancellation.cancelled() != asio::cancellation_type::none;
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  if (failure && stopped) {
    auto why = explain_stop(*scope);
    if (!why) std::rethrow_exception(failure);
    result = std::move(*why);
  } else if (failure) {
    result = explain(*scope, failure);
  }
  if (scope->started) {
    StepKey step{scope->host->owner().turn, scope->path};
    co_await scope->services.ledger.finish(std::move(step), result.output);
  }
  co_return result;
}

CallResult failed_call(const ToolCall& call, std::string_view error, std::string message,
                       bool retry) {
  json::object output{{"error", error}, {"message", std::move(message)}, {"retry", retry}};
  return {call.id, std::move(output), true, std::nullopt};
}

CallResult denied_call(const ToolCall& call, const ToolTraits& traits, const Decision& decision) {
  std::string message;
  switch (decision.outcome) {
    case Outcome::approved:
      break;
    case Outcome::denied:
      message = traits.denial.empty() ? "User denied " + call.tool : traits.denial;
      break;
    case Outcome::expired:
      message = "Approval request timed out";
      break;
    case Outcome::cancelled:
      message = "Cancelled: " + decision.reason;
      break;
  }
  CallResult result = failed_call(call, to_string(decision.outcome), std::move(message), false);
  auto& output = result.output.as_object();
  if (!decision.reason.empty()) output["reason"] = decision.reason;
  if (!decision.by.empty()) output["by"] = decision.by;
  result.outcome = decision.outcome;
  return result;
}

std::string message_of(const CallResult& result) {
  if (const auto* output = result.output.if_object()) {
    if (const auto* message = output->if_contains("message"); message && message->is_string()) {
      return std::string(message->get_string());
    }
  }
  return "failed";
}

Task<Decision> ToolContext::approval() {
  if (scope_.gate_decision) co_return *scope_.gate_decision;
  co_return co_await scope_.services.gate.ask(scope_, scope_.tool->spec.traits.prompt);
}

Task<Decision> ToolContext::approval(std::string prompt) {
  return scope_.services.gate.ask(scope_, std::move(prompt));
}

void ToolContext::report(json::value value) {
  scope_.host->publish(event::Progress{scope_.call->id, std::move(value)});
}

Task<json::value> ToolContext::on_client() {
  if (!scope_.started) throw ToolError(scope_.call->tool + " must ask before it acts");
  return scope_.host->on_client(scope_.call);
}

Task<json::value> ToolContext::on_client(std::string tool, json::value arguments) {
  if (!scope_.started) throw ToolError(scope_.call->tool + " must ask before it acts");
  const auto path = scope_.path + "/client/" + std::to_string(scope_.client_calls++);
  auto call = make_call(scope_.call->id + path, std::move(tool), std::move(arguments));
  return scope_.host->on_client(std::move(call));
}

}  // namespace holdpoint

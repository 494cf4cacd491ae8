#pragma once
// Runs one call from ruling to result: the only place where a tool's body is entered, and the one
// place where its exceptions are caught. Knows no model and no wire.

#include "runtime/call_scope.hpp"
#include "runtime/model.hpp"

namespace holdpoint {

// On the host's strand. Every way to end is a result, except a coroutine that was dropped without
// an interrupt (shutdown): that leaves by exception, and nothing is decided or published for it.
Task<CallResult> run_call(std::shared_ptr<CallScope> scope);

// The result of a call that did not run, or failed, as the model is told: what happened, why, and
// whether asking again makes sense. `error` is a word for programs, `message` a sentence.
CallResult failed_call(const ToolCall& call, std::string_view error, std::string message,
                       bool retry);
// The same for a no.
CallResult denied_call(const ToolCall& call, const ToolTraits& traits, const Decision& decision);

// What the human who reads along is told about a failed call.
std::string message_of(const CallResult& result);

}  // namespace holdpoint

#pragma once
// All a tool can reach. Lives as long as its call; used from the tool's coroutine only.

#include <string>

#include "runtime/approval.hpp"
#include "runtime/asio.hpp"
#include "runtime/describe.hpp"

namespace holdpoint {

class CallScope;

class ToolContext {
 public:
  explicit ToolContext(CallScope& scope) : scope_(scope) {}

  // Suspends until a human, or time, has answered; goes on only after a yes. A no is thrown as
  // `Denied` and ends the tool. Without a prompt it asks about the call itself, once: what the gate
  // has asked or a rule has allowed is already answered.
  Task<Decision> approval();
  // A question of its own, whatever was asked before. May be asked any number of times.
  Task<Decision> approval(std::string prompt);

  // What there is so far, for the human who watches; each replaces the one before.
  template <class T>
  void progress(const T& value) {
    report(to_json(value));
  }

  // Runs this call, or another tool of the client's, in the client (a browser) and gives its
  // output. Throws ToolError when the client fails or does not answer in time.
  Task<json::value> on_client();
  Task<json::value> on_client(std::string tool, json::value arguments);

  const std::string& call_id() const;
  // The same on every run of this call, and of no other: for services that deduplicate.
  std::string idempotency_key() const;

 private:
  void report(json::value value);
  CallScope& scope_;
};

}  // namespace holdpoint

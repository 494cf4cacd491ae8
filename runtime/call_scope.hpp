#pragma once
// One call while it runs, and who it belongs to. A host is a chat turn, later also an A2A task, an
// MCP client or the command line: `run_call` knows no model. Everything here lives on the host's
// strand; the scope is shared with the coroutine that runs it, which may outlive the turn.

#include <memory>
#include <string>

#include "runtime/event.hpp"
#include "runtime/services.hpp"

namespace holdpoint {

class CallHost {
 public:
  struct Owner {
    std::string principal;
    std::string session;
    std::string turn;
  };

  virtual ~CallHost() = default;
  virtual const Owner& owner() const = 0;
  virtual Executor strand() const = 0;
  virtual void publish(Event event) = 0;
  // Interrupted: nothing may be asked or sent to the client any more. Says why.
  virtual const std::optional<Decision>& interrupted() const = 0;
  // Asks the client to run a call; its first answer, or ToolError when there is none in time.
  virtual Task<json::value> on_client(CallPtr call) = 0;
  // The body ran longer than it may.
  virtual void overran(const std::string& call) = 0;
};

class CallScope : public std::enable_shared_from_this<CallScope> {
 public:
  CallScope(const Services& services, std::shared_ptr<CallHost> host, CallPtr call, ToolPtr tool,
            std::string path);

  const Services& services;
  const std::shared_ptr<CallHost> host;
  const CallPtr call;
  const ToolPtr tool;
  const std::string path;

  std::uint32_t questions = 0;            // put to a human so far
  std::optional<Decision> gate_decision;  // what a prompt-less approval() inside is answered with
  bool started = false;                   // recorded: the call has its permit
  bool overran = false;                   // ran longer than it may, and is being stopped
  std::uint32_t client_calls = 0;         // of other tools, in the client

  // Records the start, naming the permit; throws ToolError when the ledger says it must not run.
  Task<> start(Permit permit);

  // The running time: counted while the body works, not while a human is asked.
  void clock_runs();
  void clock_stops();

 private:
  std::chrono::milliseconds left_;
  SteadyTime since_{};
  Deadlines::Ticket limit_;
};

}  // namespace holdpoint

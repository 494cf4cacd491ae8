#pragma once
// The parts of a runtime, put together in the order of life. Whoever embeds Holdpoint makes one of
// these, gives it a loop, time, ids, a memory and a model, and opens doors on its sessions:
//
//   Runtime runtime(io.get_executor(), {clock, ids, driver, model}, std::move(tools));
//
// A `DeadlinePump` on its `deadlines` makes time pass; the owner awaits `stop()` before it destroys
// this.

#include "runtime/gate.hpp"
#include "runtime/model.hpp"
#include "runtime/session_store.hpp"

namespace holdpoint {

// What a runtime does not bring itself. All outlive it.
struct Seams {
  const Clock& clock;
  Ids& ids;
  LedgerDriver& driver;
  Model& model;
};

class Runtime {
 public:
  Runtime(Executor executor, const Seams& seams, Toolbox toolbox, Policy rules = {},
          Limits bounds = {})
      : limits(bounds),
        deadlines(seams.clock),
        ledger(seams.driver),
        gate(executor, seams.clock, deadlines, ledger, queue),
        tools(std::move(toolbox)),
        policy(std::move(rules)),
        services{seams.clock, seams.ids, deadlines, ledger, gate,
                 seams.model, tools,     policy,    limits},
        sessions(services, executor) {}

  // Drops what runs, deciding nothing, and waits until it has left.
  Task<> stop() {
    co_await sessions.close_all();
    co_await gate.stop();
  }

  Limits limits;
  Deadlines deadlines;
  Ledger ledger;
  ApprovalQueue queue;
  Gate gate;
  Snapshot<Toolbox> tools;
  Snapshot<Policy> policy;
  Services services;
  SessionStore sessions;
};

}  // namespace holdpoint

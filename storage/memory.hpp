#pragma once
// The ledger's driver that forgets with the process: every operation is carried out inline, on
// maps. Locked inside: any thread.

#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "runtime/ledger.hpp"

namespace holdpoint {

class MemoryLedger final : public LedgerDriver {
 public:
  // Remembers that many decided approvals of ended turns, to tell late deciders who won.
  explicit MemoryLedger(std::size_t decided_kept_max) : decided_kept_max_(decided_kept_max) {}

  Task<Answer> write(Operation operation) override;
  Task<std::optional<ApprovalRecord>> find(std::string approval) override;
  Task<std::optional<ApprovalRecord>> find_call(std::string session, std::string call) override;
  Task<std::vector<ApprovalPtr>> pending() override;

 private:
  struct Row {
    ApprovalPtr approval;
    std::optional<Decision> decision;
    bool taken = false;  // its permit was used
  };
  struct TurnRows {
    std::vector<std::string> approvals;
    std::set<std::string> started;  // paths
  };

  Answer apply(op::Ask& operation);
  Answer apply(op::Announce& operation);
  Answer apply(op::Decide& operation);
  Answer apply(op::Start& operation);
  Answer apply(op::Finish& operation);
  Answer apply(op::Record& operation);
  Answer apply(op::CloseTurn& operation);
  void forget(const std::string& approval);

  const std::size_t decided_kept_max_;
  std::mutex mutex_;
  std::unordered_map<std::string, Row> approvals_;                        // by id
  std::unordered_map<CallKey, std::string, CallKeyHash> latest_of_call_;  // question 0 → id
  std::unordered_map<std::string, TurnRows> turns_;
  std::deque<std::string> of_ended_turns_;  // approval ids, oldest first
};

}  // namespace holdpoint

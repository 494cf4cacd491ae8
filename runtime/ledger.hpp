#pragma once
// What is remembered, and the only arbiter of what was decided. The protocol exists once, here;
// a driver (storage/) carries its operations out, each atomically: memory in maps, SQL in commits.
// Any thread; resumes on the caller's executor. Nothing is acknowledged that the driver did not
// keep.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/approval.hpp"
#include "runtime/asio.hpp"

namespace holdpoint {

struct ModelAnswer;

// Where a step stands: in which turn, at which place in program order ("/1.0").
struct StepKey {
  std::string turn;
  std::string path;
};

struct Asked {
  ApprovalPtr approval;
  std::optional<Decision> decision;  // set: it was asked before, and this is how it ended
};

enum class Started : std::uint8_t {
  started,  // yours to run, now and only now
  before,   // it was started before: it must not run again
  refused,  // the permit does not cover these arguments, or was taken already
};

// The operations, as values.
namespace op {
struct Ask {
  ApprovalPtr approval;
};
struct Announce {
  std::string approval;
  std::optional<WallTime> deadline;
};
struct Decide {
  DecisionRequest request;
  WallTime at;
};
struct Start {
  StepKey step;
  std::string args_hash;
  Permit permit;
};
struct Finish {
  StepKey step;
  std::shared_ptr<const json::value> result;
};
struct Record {
  StepKey step;
  std::shared_ptr<const ModelAnswer> answer;
};
struct CloseTurn {
  std::string turn;
};
}  // namespace op
using Operation = std::variant<op::Ask, op::Announce, op::Decide, op::Start, op::Finish, op::Record,
                               op::CloseTurn>;

// What a decision did to an approval: the record too, so that its sleeper can be woken.
struct Decided {
  DecideResult result;
  ApprovalPtr approval;  // null when unknown
};
using Answer = std::variant<std::monostate, Asked, Decided, Started>;

// An approval and, once it has ended, how.
struct ApprovalRecord {
  ApprovalPtr approval;
  std::optional<Decision> decision;
};

class LedgerDriver {
 public:
  virtual ~LedgerDriver() = default;
  virtual Task<Answer> write(Operation operation) = 0;
  virtual Task<std::optional<ApprovalRecord>> find(std::string approval) = 0;
  // The latest question about a call, by the model's id for it.
  virtual Task<std::optional<ApprovalRecord>> find_call(std::string session, std::string call) = 0;
  virtual Task<std::vector<ApprovalPtr>> pending() = 0;
};

class Ledger {
 public:
  explicit Ledger(LedgerDriver& driver) : driver_(driver) {}

  Task<Asked> ask(ApprovalPtr approval);  // idempotent: pending, or already decided
  // The human saw the question only now: its deadline, if it has one, runs from here.
  Task<> announce(std::string approval, std::optional<WallTime> deadline);
  Task<Decided> decide(DecisionRequest request, WallTime at);
  Task<Started> start(StepKey step, std::string args_hash, Permit permit);
  Task<> finish(StepKey step, json::value result);
  Task<> record(StepKey step, std::shared_ptr<const ModelAnswer> answer);
  Task<> close_turn(std::string turn);

  Task<std::optional<ApprovalRecord>> find(std::string approval);
  Task<std::optional<ApprovalRecord>> find_call(std::string session, std::string call);
  Task<std::vector<ApprovalPtr>> pending();

 private:
  LedgerDriver& driver_;
};

}  // namespace holdpoint

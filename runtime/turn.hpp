#pragma once
// One turn: from a user's message to the last word. It asks the model for a step, runs the step's
// calls side by side, tells the model what became of them, and so on until the model has no more
// calls. On its session's strand; shared with the calls it started, which may outlive it.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "runtime/call_scope.hpp"
#include "runtime/model.hpp"
#include "runtime/task_group.hpp"

namespace holdpoint {

class Turn final : public CallHost, public std::enable_shared_from_this<Turn>, private ModelSink {
 public:
  // `conversation`, `tasks` and `publish` belong to the session and outlive every coroutine of it.
  Turn(const Services& services, Owner owner, Executor strand, TaskGroup& tasks,
       Conversation& conversation, std::function<void(Event)> publish);

  // Runs the turn in `tasks`; `ended` is called on the strand after its last event.
  void start(UserSaid said, std::function<void()> ended);

  // Decides `cancelled` for every question of this turn, then stops what still runs. The caller
  // holds the turn meanwhile.
  Task<> interrupt(std::string by, std::string reason);

  // A client tool's output; false when no such call is open.
  bool client_returned(ClientReturned returned);
  // Somebody looks at the session now: what waits for the client's tools has its clock started.
  void viewed(bool by_anybody);

  const Owner& owner() const override { return owner_; }
  Executor strand() const override { return strand_; }
  void publish(Event event) override;
  const std::optional<Decision>& interrupted() const override { return interrupted_; }
  Task<json::value> on_client(CallPtr call) override;
  void overran(const std::string& call) override;

 private:
  struct Open {  // a call that has no result yet, or has one that is not told to the model yet
    CallPtr call;
    TaskGroup::Number task = 0;
    std::string asking;  // the approval it waits for; empty: it runs
    std::optional<CallResult> result;
    Deadlines::Ticket grace;
  };
  struct ClientWait {
    Parked<ClientReturned> answer;
    bool awaited = false;
    bool silent = false;  // the answer is that there was none in time
    Deadlines::Ticket limit;
  };

  Task<> run(UserSaid said, std::function<void()> ended);
  Task<event::TurnEnded> steps();
  Task<AnswerPtr> ask_model();
  Task<> run_calls(std::size_t step, const ModelAnswer& answer);
  Task<> run_one(std::shared_ptr<CallScope> scope);
  std::optional<CallResult> refuse_early(const ToolCall& call) const;
  void resolve(CallResult result);
  void stop_call(Open& open);
  void resolve_formed();
  void start_client_clock(const std::string& call, ClientWait& wait);
  std::function<void()> on_strand(std::string call, void (Turn::*then)(const std::string&));
  void abandon(const std::string& call);
  void client_silent(const std::string& call);

  void open(BlockKind kind) override;
  void say(std::string text) override;
  void close() override;
  void call_begins(std::string call, std::string tool) override;
  void call_arguments(std::string call, std::string text) override;

  const Services& services_;
  const Owner owner_;
  const Executor strand_;
  TaskGroup& tasks_;
  Conversation& conversation_;
  const std::function<void(Event)> publish_;

  TaskGroup::Number task_ = 0;
  bool model_speaks_ = false;
  bool viewed_ = false;
  bool over_ = false;
  bool dropped_ = false;  // the process is going down: leave without a word
  std::optional<Decision> interrupted_;
  json::object metadata_;  // of the last step
  std::size_t bytes_ = 0;  // said so far

  std::optional<BlockKind> block_;  // open now
  std::uint32_t blocks_ = 0;
  std::vector<std::string> texts_;  // of the step that is being said

  std::map<std::string, std::string> formed_;  // begun by the model, not called yet: id → tool
  std::map<std::string, Open> open_;           // by call id
  std::size_t unresolved_ = 0;
  std::optional<Parked<bool>> all_resolved_;
  std::set<std::pair<std::string, std::string>> refused_;  // (tool, arguments) a human said no to
  std::map<std::string, ClientWait> client_waits_;         // by call id
};

}  // namespace holdpoint

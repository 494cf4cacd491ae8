#pragma once
// One conversation. It owns its turn, its history and its events, and outlives its connections:
// these are views, which come and go. One turn at a time; what is said meanwhile waits behind it.
// Public members may be called from any thread; everything else runs on the session's strand.

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/turn.hpp"

namespace holdpoint {

class Session : public std::enable_shared_from_this<Session> {
 public:
  // Takes events on the session's strand: must not block, must not call back; posts them on.
  using Sink = std::function<void(EventBatch)>;

  struct Identity {
    std::string id;         // ours: random, opaque
    std::string principal;  // whose it is
    std::string chat;       // the client's name for it; empty: it belongs to one connection
  };

  // One reader. Detaches when destroyed, which cancels nothing.
  class View {
   public:
    View() = default;
    View(View&& other) noexcept = default;
    View& operator=(View&& other) noexcept;
    ~View() { detach(); }

    // What one frame of the client said, in order.
    void receive(std::vector<Message> messages);
    // The client has been shown these questions only now: their deadlines run from here.
    void announced(std::vector<std::string> approvals);
    void detach();
    explicit operator bool() const { return session_ != nullptr; }
    const std::shared_ptr<Session>& session() const { return session_; }

   private:
    friend Session;
    View(std::shared_ptr<Session> session, std::uint64_t number)
        : session_(std::move(session)), number_(number) {}
    std::shared_ptr<Session> session_;
    std::uint64_t number_ = 0;
  };

  // `gone` is called once, on the strand, when the session has ended by itself: whoever owns it
  // closes it then, and lets it go.
  Session(const Services& services, Executor executor, Identity identity,
          std::function<void(const Identity&)> gone);

  // From which event on: none: only what comes; 0: the latest turn from its start; n: what came
  // after event n, or the latest turn when n is not part of it. `door` names where it looks from.
  View attach(std::optional<std::uint64_t> after, std::string door, Sink sink);

  // Tells `sink` everything that happens, as it does a reader, but does not count it as one: it
  // ends with the session. Only before anything is said in it.
  void observe(Sink sink) { observers_.push_back(std::move(sink)); }

  Task<> close();  // drops its coroutines, deciding nothing, and waits for them

  const Identity& identity() const { return identity_; }
  std::size_t watchers() const { return watchers_; }  // views there are just now

 private:
  struct Reader {
    Sink sink;
    std::string door;
    std::uint64_t next;  // number of the first event it has not had
  };

  void add_reader(std::uint64_t number, std::optional<std::uint64_t> after, Reader reader);
  void remove_reader(std::uint64_t number);
  void unattended();
  void end_if_unattended();
  Task<> close_here();

  void handle(std::uint64_t from, std::vector<Message> messages);
  void queue_say(std::uint64_t from, Say say);
  void tell_if_idle(std::uint64_t from);
  void interrupt(std::string reason);
  Task<> interrupt_turn(std::shared_ptr<Turn> turn, std::string reason);
  void regenerate();
  void start_next();
  void start_turn(UserSaid said);
  void turn_ended();
  Task<> decide(std::uint64_t from, std::vector<Decide> decisions);
  Task<std::optional<ApprovalRecord>> find(const Decide& decision);
  Task<> tell_announced(std::vector<std::string> approvals);

  void publish(Event event);
  void tell(std::uint64_t reader, Event event);  // one reader alone, outside of the story
  void flush();

  const Services& services_;
  const Identity identity_;
  const std::function<void(const Identity&)> gone_;
  const Executor strand_;
  TaskGroup tasks_;
  Conversation conversation_;

  std::shared_ptr<Turn> turn_;  // null: nothing runs
  std::deque<Say> queued_;
  bool regenerate_next_ = false;
  bool ending_ = false;

  std::vector<Numbered> latest_turn_;  // from its start
  EventBatch unsent_;
  std::uint64_t numbers_ = 0;

  std::atomic<std::uint64_t> reader_numbers_{0};
  std::map<std::uint64_t, Reader> readers_;
  std::atomic<std::size_t> watchers_{0};  // readers_.size(), for other threads
  std::vector<Sink> observers_;
  Deadlines::Ticket grace_;
};

}  // namespace holdpoint

#pragma once
// The codec of one ai7 view: a stream for each request of its client. A `send` waits until the turn
// that answers it starts; a `resume` is told the latest turn from its start; both end with their
// turn. Pure; one strand.

#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <string>

#include "transport/wire/open_turn.hpp"

namespace holdpoint {

// Requests that one view keeps: the session refuses what is said beyond its own bound before.
inline constexpr std::size_t requests_max = 64;

class Ai7View final : public ViewCodec {
 public:
  void heard(const ClientFrame& frame, Outgoing& out) override;
  void encode(const EventBatch& batch, Outgoing& out) override;
  bool serves(std::string_view request) const override;

 private:
  // Said, and not answered yet.
  struct Waiting {
    std::string request;
    std::string said;  // the client's id for its message; empty: whatever is answered next
    bool aborted = false;
  };
  struct Stream {
    explicit Stream(std::string asked) : request(std::move(asked)) {}
    std::string request;
    OpenTurn turn{OpenTurn::Decisions::all};
    std::uint64_t sequence = 0;  // of its next chunk
    std::uint64_t had = 0;       // chunks before this one are not sent
    std::uint64_t last = 0;      // event it was told
    bool replays = false;        // its client starts anew: decided questions are left out
    bool returns = false;        // waits to be told what it missed
    bool unsure = false;         // its answer may be about a turn that is over
    bool over = false;
  };
  enum class Turn : std::uint8_t { unseen, running, over };

  void send(const ClientFrame& frame, Outgoing& out);
  void answer(const ClientFrame& frame, Outgoing& out);
  void resume(const ClientFrame& frame);
  void abort(const std::string& request, Outgoing& out);
  bool go_on_from(const EventBatch& missed, Stream& stream, Outgoing& out);
  void happened(const Numbered& event, Outgoing& out);
  void answers(const event::TurnStarted& started, Outgoing& out);
  void told(const Event& event, Outgoing& out);
  void write(Stream& stream, const Numbered& event, bool answered, Outgoing& out);
  void refuse(std::string_view request, std::string_view why, Outgoing& out);

  std::deque<Waiting> waiting_;
  std::list<Stream> streams_;
  Turn turn_ = Turn::unseen;
  std::uint64_t last_ = 0;  // event that this view has seen
};

}  // namespace holdpoint

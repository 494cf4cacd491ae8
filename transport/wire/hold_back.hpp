#pragma once
// When the client of an adk view reads, and whose answer it reads. The seed's frontend closes its
// stream at the finish-step after a request, and reads again from its next `message` on: what is
// sent between is lost, and what the user says next begins an answer of its own although the old
// turn may go on. Plain clients read all the time. A pure state machine; one strand.
//
//            a request was written to a client that closes its stream
//   reading ──────────────────────────────────────────────────────────► away
//      ▲                      its next `message`                          │
//      └──────────────────────────────────────────────────────────────────┘

#include <cstdint>
#include <optional>
#include <string>

#include "transport/wire/dialect.hpp"

namespace holdpoint {

class HoldBack {
 public:
  // What a `message` frame does to the client's stream.
  enum class Stream : std::uint8_t {
    goes_on,     // as it was
    reopened,    // a new stream, which goes on with the same message
    new_answer,  // a new stream, for a message that has nothing yet
    over,        // nothing can come any more: it must be ended at once
  };
  Stream heard(const ClientFrame& message);
  // The client attaches again, and what it missed will be told again.
  void resumed();
  // An event is about to be sent. Returns true when it says that the client waits in vain.
  bool passes(const Numbered& event);
  // A request was written.
  void requested();

  bool is_away() const { return reader_ == Reader::away; }
  // A decision came for a turn that this view has not seen: maybe it runs, maybe it is over.
  bool is_unsure() const { return unsure_; }
  // What ends now is not the turn that the client's stream is for.
  bool swallows_end(bool stream_is_empty) const;

 private:
  enum class Reader : std::uint8_t { reading, away };
  enum class Turn : std::uint8_t { unseen, running, over };

  Reader reader_ = Reader::reading;
  Turn turn_ = Turn::unseen;
  bool closes_streams_ = false;  // its messages name a version, as the seed's frontend's do
  bool unsure_ = false;
  std::optional<std::string> awaited_;  // what was said and is not answered yet; empty: anything
};

}  // namespace holdpoint

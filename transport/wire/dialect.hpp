#pragma once
// How chunks and client frames look on a wire. A dialect is a pure codec: text in, values out, no
// I/O, no clock. Decoding needs no state; encoding does, one `ViewCodec` for each view. Doors
// pick a dialect per connection and know nothing else about its frames. One strand a codec.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/event.hpp"
#include "runtime/message.hpp"
#include "runtime/result.hpp"

namespace holdpoint {

// What one frame of a client means.
struct ClientFrame {
  enum class Kind : std::uint8_t {
    message,      // the whole history, of which the last message counts
    decision,     // one decision, sent directly
    tool_result,  // output of a tool that runs in the client
    interrupt,
    resume,
    ping,
    ignored,  // unknown or not for us: `note` says what, for the log
  };
  Kind kind = Kind::ignored;
  std::string chat;                    // the client's id for the session; empty: the current one
  bool versioned = false;              // it names a protocol version, as the seed's frontend does
  std::optional<std::uint64_t> after;  // resume: the last event the client has had
  std::string position;                // the same in words that only its codec reads, who then is
                                       // shown the latest turn again and leaves out what was had
  std::string request;                 // the client's id for what it asks here, if it gives one
  std::vector<Message> messages;       // for the session, in order
  std::string reply;                   // to be sent back as it is (a pong); empty: nothing
  std::string note;
  std::vector<std::string> calls;  // that the client's last message shows: it knows these calls
};

// What is to be done for a view.
struct Outgoing {
  std::vector<std::string> frames;     // in order, each one WebSocket text frame
  std::vector<std::string> announced;  // approvals shown only now, after having been held back
  std::vector<Message> messages;       // for the session, as if the client had said it
};

class ViewCodec {
 public:
  virtual ~ViewCodec() = default;
  // A frame of this view's own client came in; called before the session hears of it.
  virtual void heard(const ClientFrame& frame, Outgoing& out) = 0;
  // What happened in the session during one turn of the loop. After a resume the first batch is
  // what the client missed, which may be nothing.
  virtual void encode(const EventBatch& batch, Outgoing& out) = 0;
  // Whether this view serves that request: frames may name one instead of a session.
  virtual bool serves(std::string_view) const { return false; }
};

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view name() const = 0;
  // Errors say what is wrong with the frame and where, in words for its sender.
  virtual Result<ClientFrame> decode(std::string_view text) const = 0;
  // `session` is the session's own random id: no two ever have the same, be it across restarts.
  virtual std::unique_ptr<ViewCodec> view(std::string_view session = {}) const = 0;
  // Whether a client that offered no subprotocol speaks this, by the first frame it sent.
  virtual bool begins_with(std::string_view) const { return false; }
};

}  // namespace holdpoint

#pragma once
// The chat over one WebSocket: frames in, views of sessions, frames out. It belongs to the socket's
// strand, and to whoever may still have to touch it: the coroutine that reads, the frame that goes
// out, the events that are on their way. When the socket ends its views detach; nothing else does.

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "transport/frame_writer.hpp"
#include "transport/net/rate_limit.hpp"
#include "transport/server_parts.hpp"

namespace holdpoint {

class Live : public std::enable_shared_from_this<Live> {
 public:
  Live(const ServerParts& parts, tcp::socket socket, const Dialect& dialect, std::string principal);

  Task<> run(HttpRequest upgrade);  // until the socket is closed and nothing goes out any more

  // On its strand, at any time:
  void go_away();  // tells the client that the server stops, and closes
  void drop();     // closes without a word

 private:
  // A session that this socket looks at. Never forgotten before the socket ends.
  struct Viewed {
    std::string chat;  // empty: the session that has no name
    Session::View view;
    std::unique_ptr<ViewCodec> codec;
    std::uint64_t attached = 0;  // how often; events of an earlier time are late
  };
  // Why the socket has to be closed; none: it goes on.
  using Fault = std::optional<websocket::close_reason>;

  Task<bool> accept(HttpRequest upgrade);
  Task<> read_frames();
  Task<> close(websocket::close_reason reason);
  Task<> rest(std::chrono::milliseconds pause);

  Fault take(std::string_view text);
  Fault hear(ClientFrame frame);
  Fault attach(Viewed& viewed, std::optional<std::uint64_t> after);
  Viewed* find(const ClientFrame& frame);
  const Dialect* spoken_in(std::string_view first_frame) const;
  void happened(std::size_t viewed, std::uint64_t attached, const EventBatch& batch);
  void send(Viewed& viewed);  // what its codec has put into out_
  bool send(std::string frame);
  void broken(const std::exception& error);  // ours, not the client's: this socket ends

  const ServerParts& parts_;
  const Dialect* dialect_;
  bool by_first_frame_ = false;  // the client did not say what it speaks
  const std::string principal_;
  WebSocket socket_;
  FrameWriter writer_;
  RateLimit rate_;

  std::vector<Viewed> viewed_;
  std::optional<std::size_t> current_;  // for frames that name no session
  Outgoing out_;                        // kept for its capacity

  bool open_ = false;  // the handshake is done
  bool closing_ = false;
  bool over_ = false;
  bool slowed_ = false;  // has been logged
  std::shared_ptr<Parked<bool>> resting_;  // set while frames come too fast
};

}  // namespace holdpoint

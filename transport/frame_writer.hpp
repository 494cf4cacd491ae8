#pragma once
// The one writer of a socket: frames go out in order, one at a time, while others queue behind it
// up to a limit. Confined to the socket's strand; owned by the connection that owns the socket.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "runtime/parked.hpp"
#include "transport/net/websocket.hpp"

namespace holdpoint {

class FrameWriter {
 public:
  FrameWriter(WebSocket& socket, std::size_t backlog_bytes_max)
      : socket_(socket), backlog_bytes_max_(backlog_bytes_max) {}

  // `owner` keeps writer and socket alive while frames go out. False: the backlog is full, and the
  // frame is not in it. After `stop` frames are dropped without a word.
  bool send(std::string frame, const std::shared_ptr<void>& owner);

  void stop();        // forgets what is queued; the frame that is going out still does
  Task<> finished();  // after `stop`, and once the socket is closed: nothing goes out any more

 private:
  void write_next(std::shared_ptr<void> owner);
  void wrote(const error_code& error, std::shared_ptr<void> owner);

  WebSocket& socket_;
  const std::size_t backlog_bytes_max_;
  std::vector<std::string> queued_;
  std::vector<std::string> writing_;  // taken from queued_ whole; next_ is going out
  std::size_t next_ = 0;
  std::size_t backlog_bytes_ = 0;
  bool busy_ = false;
  bool stopped_ = false;
  Parked<bool>* finished_ = nullptr;
};

}  // namespace holdpoint

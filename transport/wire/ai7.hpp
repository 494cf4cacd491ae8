#pragma once
// The dialect of WebSocketChatTransport in the npm package `ai` 7 (seen in 7.0.173), recognised by
// its first frame. Frames name a request, not a session: what no request of the client asked for
// is not sent, and any frame that names none would break it. Stateless; any thread.

#include "transport/wire/dialect.hpp"

namespace holdpoint {

class Ai7Dialect final : public Dialect {
 public:
  std::string_view name() const override { return "ai7"; }
  Result<ClientFrame> decode(std::string_view text) const override;
  std::unique_ptr<ViewCodec> view(std::string_view session = {}) const override;
  bool begins_with(std::string_view first_frame) const override;
};

}  // namespace holdpoint

#pragma once
// The dialect of clients that ask over HTTP and read server-sent events. They cannot answer in the
// middle of a response: when all that runs waits for a human, the response ends, and what comes
// after it is a second one for the same message. Stateless; any thread. One view codec outlives
// the responses of its turn: the door cuts them at `data: [DONE]`.

#include "transport/wire/dialect.hpp"

namespace holdpoint {

class SseDialect final : public Dialect {
 public:
  std::string_view name() const override { return "sse"; }
  Result<ClientFrame> decode(std::string_view text) const override;
  std::unique_ptr<ViewCodec> view(std::string_view session = {}) const override;
};

}  // namespace holdpoint

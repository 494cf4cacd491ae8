#pragma once
// The dialect of the seed's frontends and test clients: flat JSON frames from the client, `data: `
// frames to it. The default where no subprotocol is offered. Stateless; any thread.

#include "transport/wire/dialect.hpp"

namespace holdpoint {

class AdkDialect final : public Dialect {
 public:
  std::string_view name() const override { return "adk"; }
  Result<ClientFrame> decode(std::string_view text) const override;
  std::unique_ptr<ViewCodec> view(std::string_view session = {}) const override;
};

}  // namespace holdpoint

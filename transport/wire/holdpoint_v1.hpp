#pragma once
// The dialect of our own clients, where no trick is needed: the stream stays open while humans
// decide, and every frame has a number, so that a client which lost its connection goes on where it
// was. Stateless; any thread.

#include "transport/wire/dialect.hpp"

namespace holdpoint {

class HoldpointV1Dialect final : public Dialect {
 public:
  std::string_view name() const override { return "holdpoint.v1"; }
  Result<ClientFrame> decode(std::string_view text) const override;
  std::unique_ptr<ViewCodec> view(std::string_view session = {}) const override;
};

}  // namespace holdpoint

#include "transport/wire/adk.hpp"

#include "transport/wire/adk_view.hpp"
#include "transport/wire/client_frame.hpp"

namespace holdpoint {

Result<ClientFrame> AdkDialect::decode(std::string_view text) const {
  const auto frame = parse_client_frame(text);
  if (!frame) return frame.error();
  return read_client_frame(*frame);
}

std::unique_ptr<ViewCodec> AdkDialect::view(std::string_view) const {
  return std::make_unique<AdkView>();
}

}  // namespace holdpoint

#include "transport/net/websocket.hpp"

namespace holdpoint {

std::string_view fit_close_reason(std::string_view text) {
  constexpr std::size_t bytes_max = 123;
  if (text.size() <= bytes_max) return text;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

websocket::close_reason close_reason(websocket::close_code code, std::string_view text) {
  websocket::close_reason reason(code);
  const auto fitting = fit_close_reason(text);
  reason.reason.assign(fitting.data(), fitting.size());
  return reason;
}

}  // namespace holdpoint

#pragma once
// The WebSocket stream that doors and clients share, named once, so that what lies beneath it can
// be exchanged in one place. Compression is off: frames are small and latency counts.

#include <string>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "runtime/asio.hpp"

namespace holdpoint {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using tcp = asio::ip::tcp;

using WebSocket = websocket::stream<tcp::socket, false>;

// RFC 6455 allows 123 bytes of UTF-8: longer text is cut between two characters.
std::string_view fit_close_reason(std::string_view text);
websocket::close_reason close_reason(websocket::close_code code, std::string_view text);

}  // namespace holdpoint

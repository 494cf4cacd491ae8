#include "transport/live.hpp"

#include <spdlog/spdlog.h>

namespace holdpoint {

using websocket::close_code;

namespace {

constexpr std::string_view door = "websocket";

// What an idle connection may keep of a large frame that it once read.
constexpr std::size_t kept_buffer_bytes_max = 4096;

bool concerns_a_session(const ClientFrame& frame) {
  return frame.kind != ClientFrame::Kind::ignored && frame.kind != ClientFrame::Kind::ping;
}

}  // namespace

Live::Live(const ServerParts& parts, tcp::socket socket, const Dialect& dialect,
           std::string principal)
    : parts_(parts), dialect_(&dialect), principal_(std::move(principal)),
      socket_(std::move(socket)), writer_(socket_, parts.services.limits.view_backlog_bytes_max),
      rate_(parts.services.limits.frames_per_second_max) {}

// --- the socket ---

Task<> Live::run(HttpRequest upgrade) {
  const auto self = shared_from_this();
  try {
    if (co_await accept(std::move(upgrade))) co_await read_frames();
  } catch (const std::exception& error) {
    broken(error);
  }
  viewed_.clear();
  writer_.stop();
  drop();
  co_await writer_.finished();
}

Task<bool> Live::accept(HttpRequest upgrade) {
  websocket::stream_base::timeout timeout;
  timeout.handshake_timeout = parts_.timeouts.handshake;
  timeout.idle_timeout = parts_.timeouts.silence;
  timeout.keep_alive_pings = true;
  socket_.set_option(timeout);
  socket_.auto_fragment(false);
  socket_.read_message_max(parts_.services.limits.frame_bytes_max);
  by_first_frame_ = upgrade[http::field::sec_websocket_protocol].empty();
  if (!by_first_frame_) {
    socket_.set_option(websocket::stream_base::decorator(
        [name = dialect_->name()](websocket::response_type& response) {
          response.set(http::field::sec_websocket_protocol, {name.data(), name.size()});
        }));
  }
  const auto [error] = co_await socket_.async_accept(upgrade, as_result);
  if (error) spdlog::info("websocket refused error={}", error.message());
  open_ = !error && !over_;
  co_return open_;
}

Task<> Live::read_frames() {
  beast::flat_buffer buffer;
  for (;;) {
    const auto [error, bytes] = co_await socket_.async_read(buffer, as_result);
    if (error) {
      spdlog::info("websocket ended principal={} code={} why={}", principal_,
                   static_cast<unsigned>(socket_.reason().code), error.message());
      co_return;
    }
    if (closing_) continue;
    Fault fault;
    if (socket_.got_text()) {
      fault = take({static_cast<const char*>(buffer.data().data()), buffer.size()});
    } else {
      fault = close_reason(close_code::unknown_data, "only text frames are understood here");
    }
    if (fault) co_return co_await close(*fault);
    buffer.clear();
    if (buffer.capacity() > kept_buffer_bytes_max) buffer.shrink_to_fit();
    const auto pause = rate_.take(parts_.services.clock.steady());
    if (pause > pause.zero()) co_await rest(pause);
  }
}

Task<> Live::close(websocket::close_reason reason) {
  spdlog::warn("websocket closed principal={} code={} why={}", principal_, reason.code,
               std::string_view(reason.reason.data(), reason.reason.size()));
  writer_.stop();
  if (std::exchange(closing_, true)) co_return;
  co_await socket_.async_close(reason, as_result);
}

// Frames come faster than they may: they wait where they are, in the client's own buffers.
Task<> Live::rest(std::chrono::milliseconds pause) {
  if (over_) co_return;
  if (!std::exchange(slowed_, true)) spdlog::warn("websocket slowed principal={}", principal_);
  const auto rested = std::make_shared<Parked<bool>>();
  resting_ = rested;
  const Executor strand = socket_.get_executor();
  const auto ticket = parts_.services.deadlines.after(pause, [strand, rested] {
    asio::post(strand, [rested] { rested->set(true); });
  });
  co_await wait_for(*rested);
  resting_.reset();
}

void Live::go_away() {
  if (!open_ || over_) return drop();
  writer_.stop();
  if (std::exchange(closing_, true)) return;
  if (resting_) resting_->set(true);  // or nobody would read the client's answer
  socket_.async_close(close_reason(close_code::going_away, "the server stops"),
                      [self = shared_from_this()](error_code) {});
}

void Live::drop() {
  over_ = true;
  error_code ignored;
  beast::get_lowest_layer(socket_).close(ignored);
  if (resting_) resting_->set(true);
}

// --- what the client says ---

Live::Fault Live::take(std::string_view text) {
  if (std::exchange(by_first_frame_, false)) dialect_ = spoken_in(text);
  auto frame = dialect_->decode(text);
  if (!frame) {
    return close_reason(close_code::protocol_error, "malformed frame: " + to_string(frame.error()));
  }
  if (!frame->reply.empty()) send(std::move(frame->reply));
  if (!frame->note.empty()) {
    spdlog::info("frame noted principal={} note={}", principal_, frame->note);
  }
  if (!concerns_a_session(*frame)) return std::nullopt;
  return hear(std::move(*frame));
}

const Dialect* Live::spoken_in(std::string_view first_frame) const {
  const auto found = std::ranges::find_if(
      parts_.dialects, [&](const auto& known) { return known->begins_with(first_frame); });
  return found == parts_.dialects.end() ? dialect_ : found->get();
}

Live::Fault Live::hear(ClientFrame frame) {
  const bool resumes = frame.kind == ClientFrame::Kind::resume;
  Viewed* viewed = find(frame);
  const bool fresh = viewed == nullptr;
  if (fresh && frame.chat.empty() && !frame.request.empty()) return std::nullopt;  // served already
  if (fresh) {
    if (viewed_.size() >= parts_.services.limits.views_per_connection_max) {
      return close_reason(close_code::policy_error, "too many sessions on one connection");
    }
    viewed = &viewed_.emplace_back();
    viewed->chat = frame.chat;
  }
  current_ = static_cast<std::size_t>(viewed - viewed_.data());
  if (fresh || resumes) {
    const std::optional<std::uint64_t> after =
        resumes ? std::optional(frame.after.value_or(0)) : std::nullopt;
    if (auto fault = attach(*viewed, after)) return fault;
  }
  viewed->codec->heard(frame, out_);
  send(*viewed);
  if (!frame.messages.empty()) viewed->view.receive(std::move(frame.messages));
  return std::nullopt;
}

Live::Viewed* Live::find(const ClientFrame& frame) {
  if (frame.chat.empty() && frame.request.empty()) {
    return current_ ? &viewed_[*current_] : nullptr;
  }
  const auto found = std::ranges::find_if(viewed_, [&](const Viewed& viewed) {
    return frame.chat.empty() ? viewed.codec->serves(frame.request) : viewed.chat == frame.chat;
  });
  return found == viewed_.end() ? nullptr : &*found;
}

Live::Fault Live::attach(Viewed& viewed, std::optional<std::uint64_t> after) {
  auto session = viewed.view.session();
  if (!session) {
    session = viewed.chat.empty() ? parts_.sessions.open_nameless(principal_)
                                  : parts_.sessions.open(principal_, viewed.chat);
  }
  if (!session) {
    return close_reason(close_code::try_again_later, "there is no room for another session");
  }
  const auto index = static_cast<std::size_t>(&viewed - viewed_.data());
  if (!viewed.codec) viewed.codec = dialect_->view(session->identity().id);
  const Executor strand = socket_.get_executor();
  viewed.view = session->attach(
      after, std::string(door),
      [weak = weak_from_this(), strand, index, attached = ++viewed.attached](EventBatch batch) {
        auto self = weak.lock();
        if (!self) return;
        asio::post(strand, [self = std::move(self), index, attached, batch = std::move(batch)] {
          self->happened(index, attached, batch);
        });
      });
  return std::nullopt;
}

// --- what happens in its sessions ---

void Live::happened(std::size_t index, std::uint64_t attached, const EventBatch& batch) {
  if (index >= viewed_.size() || closing_) return;
  Viewed& viewed = viewed_[index];
  if (viewed.attached != attached) return;
  try {
    viewed.codec->encode(batch, out_);
    send(viewed);
  } catch (const std::exception& error) {  // or it would end the loop, and all connections
    broken(error);
  }
}

void Live::broken(const std::exception& error) {
  spdlog::error("websocket failed principal={} error={}", principal_, error.what());
  drop();
}

void Live::send(Viewed& viewed) {
  for (auto& frame : out_.frames) {
    if (!send(std::move(frame))) break;
  }
  out_.frames.clear();
  if (!out_.announced.empty()) viewed.view.announced(std::exchange(out_.announced, {}));
  if (!out_.messages.empty()) viewed.view.receive(std::exchange(out_.messages, {}));
}

bool Live::send(std::string frame) {
  if (over_) return false;
  if (writer_.send(std::move(frame), shared_from_this())) return true;
  spdlog::warn("websocket dropped principal={} why=\"it reads too slowly\"", principal_);
  drop();
  return false;
}

}  // namespace holdpoint

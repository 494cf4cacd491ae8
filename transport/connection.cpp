#include "transport/connection.hpp"

#include <algorithm>

#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/write.hpp>
#include <spdlog/spdlog.h>

#include "transport/net/url.hpp"

namespace holdpoint {

namespace {

// Read-ahead beyond the head of a request.
constexpr std::size_t buffer_spare_bytes = 16 << 10;

// How much is read, and for how long, of what a client still sends when it was sent away: closing
// at once would destroy the answer on its way.
constexpr std::size_t linger_bytes_max = 1 << 20;
constexpr std::chrono::seconds linger_time{2};

HttpResponse refuse(http::status status, std::string_view text) {
  return respond(status, std::string(text) + "\n");
}

std::string_view header(const HttpRequest& request, http::field name) {
  const auto value = request[name];
  return {value.data(), value.size()};
}

RequestParts parts_of(const HttpRequest& request) {
  const auto method = request.method_string();
  const auto target = request.target();
  return {{method.data(), method.size()},
          {target.data(), target.size()},
          header(request, http::field::host),
          header(request, http::field::origin),
          header(request, http::field::cookie),
          header(request, http::field::authorization)};
}

std::string path_in(const HttpRequest& request) {
  const auto target = request.target();
  return path_of({target.data(), target.size()}).value_or("");
}

// A request that could not be read; none: there is nobody left to tell.
std::optional<HttpResponse> complaint(const error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(http::status::request_header_fields_too_large,
                  "the head of the request is too long");
  }
  if (error == http::error::body_limit) {
    return refuse(http::status::payload_too_large, "the body of the request is too long");
  }
  const bool ended = error == http::error::end_of_stream || error == http::error::partial_message;
  static const auto& of_http = http::make_error_code(http::error::bad_method).category();
  if (ended || error.category() != of_http) return std::nullopt;
  return refuse(http::status::bad_request, "not a request: " + error.message());
}

bool serves(http::verb offered, http::verb asked) {
  return offered == asked || (offered == http::verb::get && asked == http::verb::head);
}

HttpResponse not_allowed(std::string_view allowed) {
  auto response = refuse(http::status::method_not_allowed,
                         "there is only " + std::string(allowed) + " here");
  response.set(http::field::allow, {allowed.data(), allowed.size()});
  return response;
}

HttpResponse refused(const Refusal& refusal) {
  auto response = refuse(http::int_to_status(refusal.status), refusal.text);
  if (refusal.status == 401) response.set(http::field::www_authenticate, "Bearer");
  return response;
}

HttpResponse redirect(const SetCookieAndRedirect& redirect) {
  auto response = respond(http::status::see_other, "");
  response.set(http::field::set_cookie, redirect.cookie);
  response.set(http::field::location, redirect.location);
  return response;
}

// Null: the client offers only what nobody here speaks.
const Dialect* choose(const ServerParts& parts, std::string_view offered) {
  if (offered.empty()) return parts.dialects.front().get();
  for (const auto& wanted : http::token_list({offered.data(), offered.size()})) {
    const std::string_view name(wanted.data(), wanted.size());
    const auto found = std::ranges::find(parts.dialects, name, &Dialect::name);
    if (found != parts.dialects.end()) return found->get();
  }
  return nullptr;
}

}  // namespace

Connection::Connection(const ServerParts& parts, tcp::socket socket)
    : parts_(parts), strand_(socket.get_executor()), stream_(std::move(socket)) {}

Task<> Connection::run() {
  const auto self = shared_from_this();
  auto upgrade = co_await serve();
  if (!upgrade) co_return;
  live_ = std::make_shared<Live>(parts_, stream_->release_socket(), upgrade->dialect,
                                 std::move(upgrade->principal));
  stream_.reset();
  co_await live_->run(std::move(upgrade->request));
}

void Connection::stop() {
  asio::post(strand_, [self = shared_from_this()] {
    self->stopping_ = true;
    if (self->live_) return self->live_->go_away();
    error_code ignored;  // what is being answered still is; nothing more is read
    self->stream_->socket().shutdown(tcp::socket::shutdown_receive, ignored);
  });
}

void Connection::abort() {
  asio::post(strand_, [self = shared_from_this()] {
    self->stopping_ = true;
    if (self->live_) return self->live_->drop();
    self->stream_->close();
  });
}

Task<std::optional<Connection::Upgrade>> Connection::serve() {
  const Limits& limits = parts_.services.limits;
  error_code ignored;
  stream_->socket().set_option(tcp::no_delay(true), ignored);
  beast::flat_buffer buffer(limits.header_bytes_max + buffer_spare_bytes);
  while (!stopping_) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes_max));
    parser.body_limit(limits.frame_bytes_max);
    stream_->expires_after(parts_.timeouts.request);
    const auto [error, bytes] =
        co_await http::async_read_header(*stream_, buffer, parser, as_result);
    std::optional<HttpResponse> response;
    if (error) {
      response = complaint(error);
      if (!response) break;
      response->keep_alive(false);
    } else {
      response = co_await answer(parser, buffer);
      if (upgrade_ && !stopping_) {
        stream_->expires_never();
        co_return std::exchange(upgrade_, std::nullopt);
      }
      const bool whole = parser.get().keep_alive() && parser.is_done();
      response->keep_alive(response->keep_alive() && whole && !stopping_);
    }
    response->prepare_payload();
    if (parser.get().method() == http::verb::head) response->body().clear();
    if (!co_await send(std::move(*response))) break;
  }
  co_await linger();
  co_return std::nullopt;
}

Task<HttpResponse> Connection::answer(Parser& parser, beast::flat_buffer& buffer) {
  const HttpRequest& request = parser.get();
  const std::string path = path_in(request);
  const bool open = std::ranges::any_of(parts_.routes, [&](const Route& route) {
    return route.open && route.path == path && serves(route.method, request.method());
  });
  if (open) co_return co_await dispatch(parser, buffer, "");

  Admission admission = authorise(parts_of(request), parts_.auth);
  if (const auto* no = std::get_if<Refusal>(&admission)) {
    spdlog::info("request refused status={} path={} why={}", no->status, path, no->text);
    co_return refused(*no);
  }
  if (const auto* known = std::get_if<SetCookieAndRedirect>(&admission)) co_return redirect(*known);
  std::string principal = std::move(std::get<Principal>(admission).name);
  if (path == live_path) {
    co_return judge_upgrade(parser, buffer.size() > 0, std::move(principal));
  }
  co_return co_await dispatch(parser, buffer, std::move(principal));
}

Task<HttpResponse> Connection::dispatch(Parser& parser, beast::flat_buffer& buffer,
                                        std::string principal) {
  const std::string path = path_in(parser.get());
  const http::verb method = parser.get().method();
  const Route* found = nullptr;
  std::string allowed;
  for (const Route& route : parts_.routes) {
    if (route.path != path) continue;
    if (serves(route.method, method)) found = &route;
    const auto name = http::to_string(route.method);
    allowed += (allowed.empty() ? "" : ", ") + std::string(name.data(), name.size());
  }
  if (!found && allowed.empty()) co_return refuse(http::status::not_found, "there is nothing here");
  if (!found) co_return not_allowed(allowed);

  stream_->expires_after(parts_.timeouts.request);
  const auto [error, bytes] = co_await http::async_read(*stream_, buffer, parser, as_result);
  if (error) {
    auto response = complaint(error);
    co_return response ? std::move(*response) : refuse(http::status::bad_request, error.message());
  }
  stream_->expires_never();
  std::string failure;
  try {
    Visit visit{parser.get(), principal};
    co_return co_await found->answer(visit);
  } catch (const std::exception& thrown) {
    failure = thrown.what();
  }
  spdlog::error("request failed path={} error={}", path, failure);
  co_return refuse(http::status::internal_server_error, "that is our fault; the log says more");
}

HttpResponse Connection::judge_upgrade(Parser& parser, bool data_came_early,
                                       std::string principal) {
  const HttpRequest& request = parser.get();
  if (request.method() != http::verb::get) return not_allowed("GET");
  if (!websocket::is_upgrade(request)) {
    auto response =
        refuse(http::status::upgrade_required, "here is a WebSocket: ask for an upgrade");
    response.set(http::field::upgrade, "websocket");
    response.set(http::field::connection, "upgrade");
    return response;
  }
  if (data_came_early) {
    auto response =
        refuse(http::status::bad_request, "wait for the answer before sending frames");
    response.keep_alive(false);  // what came early is no request
    return response;
  }
  const Dialect* dialect = choose(parts_, header(request, http::field::sec_websocket_protocol));
  if (!dialect) {
    std::string known;
    for (const auto& spoken : parts_.dialects) known += " " + std::string(spoken->name());
    return refuse(http::status::bad_request, "no such subprotocol; spoken here:" + known);
  }
  upgrade_.emplace(parser.release(), *dialect, std::move(principal));
  return {};
}

Task<bool> Connection::send(HttpResponse response) {
  stream_->expires_after(parts_.timeouts.request);
  const auto [error, bytes] = co_await http::async_write(*stream_, response, as_result);
  co_return !error && response.keep_alive();
}

Task<> Connection::linger() {
  error_code error;
  stream_->socket().shutdown(tcp::socket::shutdown_send, error);
  if (error || stopping_) co_return;
  stream_->expires_after(linger_time);
  std::string discarded(4096, '\0');
  for (std::size_t total = 0; total < linger_bytes_max;) {
    const auto [ended, bytes] =
        co_await stream_->async_read_some(asio::buffer(discarded), as_result);
    if (ended) co_return;
    total += bytes;
  }
}

}  // namespace holdpoint

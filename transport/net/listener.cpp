#include "transport/net/listener.hpp"

#include <chrono>
#include <string>

#include <spdlog/spdlog.h>
#include <boost/asio/ip/tcp.hpp>

namespace holdpoint {

using asio::ip::tcp;

namespace {

// How long to leave an accept alone that fails for want of something.
constexpr std::chrono::milliseconds pause_after_failure{100};

bool out_of_descriptors(const error_code& error) {
  namespace errc = boost::system::errc;
  return error == errc::too_many_files_open || error == errc::too_many_files_open_in_system;
}

}  // namespace

Listener::Listener(Executor strand, std::size_t connections_max)
    : strand_(strand), connections_max_(connections_max), acceptor_(strand), pause_(strand) {}

Result<Endpoint> Listener::open(const Endpoint& where) {
  const auto fail = [&where](const error_code& error) {
    return Error{to_string(where), error == asio::error::address_in_use
                                       ? "the port is in use by another program"
                                       : "cannot listen: " + error.message()};
  };
  error_code error;
  tcp::resolver resolver(strand_);
  const auto found =
      resolver.resolve(where.host, std::to_string(where.port), tcp::resolver::passive, error);
  if (error) return fail(error);
  const tcp::endpoint endpoint = found.begin()->endpoint();

  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (error) {
    error_code ignored;
    acceptor_.close(ignored);
    return fail(error);
  }
  const auto bound = acceptor_.local_endpoint();
  return Endpoint{bound.address().to_string(), bound.port()};
}

Task<> Listener::run(Executor connections, Accepted accepted) {
  while (!closed_) {
    if (connections_ >= connections_max_) {
      co_await wait_for_room();
      continue;
    }
    const Executor strand = asio::make_strand(connections);
    auto [error, socket] = co_await acceptor_.async_accept(strand, as_result);
    if (closed_ || error == asio::error::operation_aborted) co_return;
    if (error) {
      co_await wait_out(error);
      continue;
    }
    if (starved_) spdlog::info("accepting again");
    starved_ = false;
    ++connections_;
    accepted(std::move(socket));
  }
}

void Listener::close() {
  closed_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  if (room_) room_->set(true);
}

void Listener::released() {
  --connections_;
  if (room_) room_->set(true);
}

Task<> Listener::wait_for_room() {
  spdlog::warn("connections_max reached connections={}", connections_);
  Parked<bool> room;
  room_ = &room;
  co_await wait_for(room);
  room_ = nullptr;
}

Task<> Listener::wait_out(const error_code& error) {
  // The client gave up before it was accepted: its business.
  if (error == asio::error::connection_aborted) co_return;
  if (!out_of_descriptors(error)) {
    spdlog::error("accept failed error={}", error.message());
  } else if (!std::exchange(starved_, true)) {
    spdlog::error("accept failed, trying again until it works error={}", error.message());
  }
  pause_.expires_after(pause_after_failure);
  co_await pause_.async_wait(as_result);
}

}  // namespace holdpoint

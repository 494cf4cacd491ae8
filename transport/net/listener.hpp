#pragma once
// The accept loop: takes connections while there is room for them, and outlasts a process that ran
// out of descriptors. Confined to the strand it is given; every connection gets one of its own.

#include <cstddef>
#include <functional>

#include <boost/asio/ip/tcp.hpp>

#include "runtime/asio.hpp"
#include "runtime/parked.hpp"
#include "transport/net/endpoint.hpp"

namespace holdpoint {

class Listener {
 public:
  using Accepted = std::function<void(asio::ip::tcp::socket)>;

  Listener(Executor strand, std::size_t connections_max);

  // Binds and listens; blocks for a name to be resolved. Returns what it got: the address, and the
  // real port for port 0. Errors say in one line what is in the way. Any thread, before `run`.
  Result<Endpoint> open(const Endpoint& where);

  // Accepts until `close`. Each socket is bound to a new strand on `connections`.
  Task<> run(Executor connections, Accepted accepted);
  void close();

  void released();  // one of the accepted connections has ended
  bool starved() const { return starved_; }  // there are no descriptors left; it tries again

 private:
  Task<> wait_for_room();
  Task<> wait_out(const error_code& error);

  const Executor strand_;
  const std::size_t connections_max_;
  asio::ip::tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  Parked<bool>* room_ = nullptr;  // set while it waits for a connection to end
  std::size_t connections_ = 0;
  bool starved_ = false;
  bool closed_ = false;
};

}  // namespace holdpoint

#pragma once
// One accepted socket: reads requests, asks who sends them, answers from the table of routes, and
// becomes a chat when a client asks for one. Belongs to its strand; shared with its coroutine.

#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>

#include "transport/live.hpp"
#include "transport/server_parts.hpp"

namespace holdpoint {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(const ServerParts& parts, tcp::socket socket);

  Task<> run();

  // From any thread: asks the client to leave; closes without asking.
  void stop();
  void abort();

 private:
  using Parser = http::request_parser<http::string_body>;

  // A request to chat that may come in.
  struct Upgrade {
    Upgrade(HttpRequest what, const Dialect& spoken, std::string who)
        : request(std::move(what)), dialect(spoken), principal(std::move(who)) {}
    HttpRequest request;
    const Dialect& dialect;
    std::string principal;
  };

  // Answers requests until there are no more, or one asks to chat.
  Task<std::optional<Upgrade>> serve();
  // What is to be answered to a request of which the head was read; its body is read only when
  // there is somebody who wants it. For a chat that may begin: nothing, but `upgrade_` is set.
  Task<HttpResponse> answer(Parser& parser, beast::flat_buffer& buffer);
  Task<HttpResponse> dispatch(Parser& parser, beast::flat_buffer& buffer, std::string principal);
  HttpResponse judge_upgrade(Parser& parser, bool data_came_early, std::string principal);
  Task<bool> send(HttpResponse response);  // false: that was the last
  Task<> linger();

  const ServerParts& parts_;
  const Executor strand_;
  std::optional<beast::tcp_stream> stream_;  // until it becomes a chat
  std::optional<Upgrade> upgrade_;
  std::shared_ptr<Live> live_;
  bool stopping_ = false;
};

}  // namespace holdpoint

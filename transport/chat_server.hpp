#pragma once
// The server, as an embedder sees it: an HTTP and WebSocket door on somebody's own executor. It
// owns its connections, not the sessions. Outlives none of its references; `stop` it before it is
// destroyed, unless its context will not run again. Public members: any thread.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/task_group.hpp"
#include "transport/connection.hpp"
#include "transport/net/listener.hpp"
#include "transport/token_file.hpp"

namespace holdpoint {

struct ServerOptions {
  Endpoint listen{"127.0.0.1", 8080};
  bool auth = true;                 // false: loopback only, for trying and tests
  std::string principal;            // who the token stands for; empty: the user's name
  std::vector<std::string> hosts;   // see AuthConfig
  std::vector<std::string> origins;
  std::filesystem::path state_dir;  // where the token is kept; empty: the user's own
  std::string version;              // shown on the page
  Timeouts timeouts;
  std::chrono::milliseconds stop_grace = std::chrono::seconds(5);
  std::vector<std::shared_ptr<const Dialect>> dialects;  // empty: all there are, adk first
  std::vector<Route> routes;                             // further doors
};

class ChatServer {
 public:
  ChatServer(Executor executor, SessionStore& sessions, const Services& services,
             ServerOptions options);

  // Once. Binds, keeps the token where this user's clients find it, and starts to accept. An error
  // is one line that says what is in the way.
  Result<Endpoint> listen();

  // After `listen`. What to open in a browser; with its token, so for the user's eyes only.
  std::string link() const;

  // Accepts no more, tells the clients that it goes away, and waits for them to leave; after the
  // grace they are cut off. Sessions and what is pending in them stay.
  Task<> stop();

 private:
  Result<Endpoint> bind();
  Task<HttpResponse> page(Visit visit);
  Task<HttpResponse> waiting(Visit visit);
  void accepted(tcp::socket socket);
  void ended(std::uint64_t number, std::exception_ptr error);
  Task<> stop_here();
  Task<> cut_off_later();

  const Executor executor_;
  const Executor strand_;
  const ServerOptions options_;
  ServerParts parts_;
  std::optional<TokenFile> token_file_;
  Listener listener_;  // this and all below: on strand_
  TaskGroup tasks_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Connection>> connections_;
  std::uint64_t numbers_ = 0;
  Parked<bool>* all_gone_ = nullptr;
};

}  // namespace holdpoint

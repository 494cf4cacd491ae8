#include "transport/chat_server.hpp"

#include <spdlog/spdlog.h>

#include "runtime/model.hpp"
#include "transport/page.hpp"
#include "transport/waiting.hpp"
#include "transport/wire/adk.hpp"
#include "transport/wire/ai7.hpp"
#include "transport/wire/holdpoint_v1.hpp"

namespace holdpoint {

namespace {

std::vector<std::shared_ptr<const Dialect>> all_dialects() {
  return {std::make_shared<AdkDialect>(), std::make_shared<HoldpointV1Dialect>(),
          std::make_shared<Ai7Dialect>()};
}

Task<HttpResponse> healthy(Visit) { co_return respond(http::status::ok, "ok\n"); }

}  // namespace

ChatServer::ChatServer(Executor executor, SessionStore& sessions, const Services& services,
                       ServerOptions options)
    : executor_(executor), strand_(asio::make_strand(executor)), options_(std::move(options)),
      parts_{services, sessions, {}, options_.timeouts, options_.routes, options_.dialects},
      listener_(strand_, services.limits.connections_max), tasks_(strand_) {
  if (parts_.dialects.empty()) parts_.dialects = all_dialects();
  parts_.routes.push_back({"/healthz", http::verb::get, true, healthy});
  parts_.routes.push_back(
      {"/", http::verb::get, false, [this](Visit visit) { return page(visit); }});
  parts_.routes.push_back(
      {"/waiting", http::verb::get, false, [this](Visit visit) { return waiting(visit); }});
}

Result<Endpoint> ChatServer::listen() {
  auto bound = bind();
  if (!bound) {
    listener_.close();  // nothing runs yet
    return bound;
  }
  asio::post(strand_, [this] {
    tasks_.spawn("accept", listener_.run(executor_, [this](tcp::socket socket) {
      accepted(std::move(socket));
    }));
  });
  return bound;
}

Result<Endpoint> ChatServer::bind() {
  const auto bound = listener_.open(options_.listen);
  if (!bound) return bound;
  AuthConfig& auth = parts_.auth;
  auth.listening = *bound;
  auth.hosts = options_.hosts;
  auth.hosts.push_back(to_string(Endpoint{options_.listen.host, bound->port}));
  auth.origins = options_.origins;
  auth.principal = options_.principal.empty() ? user_name() : options_.principal;
  if (!options_.auth) {
    if (is_loopback(bound->host)) return bound;
    return Error{to_string(*bound), "without authentication only loopback may be listened on"};
  }
  auth.token = new_token();
  auto dir = options_.state_dir.empty() ? state_dir()
                                        : Result<std::filesystem::path>(options_.state_dir);
  if (!dir) return dir.error();
  auto file = TokenFile::write(token_path(*dir, bound->port), auth.token);
  if (!file) return file.error();
  token_file_.emplace(std::move(*file));
  return bound;
}

std::string ChatServer::link() const { return link_for(parts_.auth); }

Task<HttpResponse> ChatServer::page(Visit visit) {
  const Services& services = parts_.services;
  PageFacts facts;
  facts.version = options_.version;
  facts.model = services.model.name();
  facts.principal = visit.principal;
  facts.listening = parts_.auth.listening;
  if (token_file_) facts.token_path = token_file_->path().string();
  facts.tools = services.tools.get()->all();
  facts.policy = *services.policy.get();
  co_return respond(http::status::ok, render_page(facts), "text/html; charset=utf-8");
}

Task<HttpResponse> ChatServer::waiting(Visit visit) {
  auto pending = co_await parts_.services.ledger.pending();
  const auto list =
      waiting_list(visit.principal, std::move(pending), parts_.sessions.of(visit.principal),
                   parts_.services.clock.wall());
  co_return respond(http::status::ok, write_json(list) + "\n", "application/json");
}

void ChatServer::accepted(tcp::socket socket) {
  const std::uint64_t number = ++numbers_;
  const Executor strand = socket.get_executor();
  const auto connection = std::make_shared<Connection>(parts_, std::move(socket));
  connections_.emplace(number, connection);
  auto on_end = [this, number](std::exception_ptr error) { ended(number, error); };
  asio::co_spawn(strand, connection->run(), asio::bind_executor(strand_, std::move(on_end)));
}

void ChatServer::ended(std::uint64_t number, std::exception_ptr error) {
  connections_.erase(number);
  listener_.released();
  if (connections_.empty() && all_gone_) all_gone_->set(true);
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& thrown) {
    spdlog::error("connection failed error={}", thrown.what());
  }
}

Task<> ChatServer::stop() {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await asio::co_spawn(strand_, stop_here(), use_task);
}

Task<> ChatServer::stop_here() {
  listener_.close();
  co_await tasks_.join();
  for (const auto& [number, connection] : connections_) connection->stop();
  if (connections_.empty()) co_return;
  tasks_.spawn("cut off", cut_off_later());
  Parked<bool> all_gone;
  all_gone_ = &all_gone;
  co_await wait_for(all_gone);
  all_gone_ = nullptr;
  tasks_.cancel_all();
  co_await tasks_.join();
}

Task<> ChatServer::cut_off_later() {
  asio::steady_timer grace(strand_, options_.stop_grace);
  co_await grace.async_wait(use_task);
  spdlog::warn("clients cut off connections={}", connections_.size());
  for (const auto& [number, connection] : connections_) connection->abort();
}

}  // namespace holdpoint

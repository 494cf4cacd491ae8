#include "runtime/session_store.hpp"

#include <vector>

#include <spdlog/spdlog.h>

namespace holdpoint {

std::shared_ptr<Session> SessionStore::open(const std::string& principal, const std::string& chat) {
  const Key key{principal, "chat " + chat};
  std::lock_guard lock(mutex_);
  const auto found = sessions_.find(key);
  if (found != sessions_.end()) return found->second;
  return make(key, {services_.ids.uuid(), principal, chat});
}

std::shared_ptr<Session> SessionStore::open_nameless(const std::string& principal) {
  std::string id = services_.ids.uuid();
  const Key key{principal, "connection " + id};
  std::lock_guard lock(mutex_);
  return make(key, {std::move(id), principal, ""});
}

std::shared_ptr<Session> SessionStore::make(const Key& key, Session::Identity identity) {
  if (closing_) return nullptr;
  if (sessions_.size() >= services_.limits.sessions_max) {
    spdlog::warn("session refused sessions={}", sessions_.size());
    return nullptr;
  }
  auto session = std::make_shared<Session>(
      services_, executor_, std::move(identity), [this](const Session::Identity& gone) {
        asio::post(strand_, [this, gone] { retiring_.spawn("retire " + gone.id, retire(gone)); });
      });
  sessions_.emplace(key, session);
  if (created_) created_(*session);
  return session;
}

void SessionStore::on_created(std::function<void(Session&)> created) {
  std::lock_guard lock(mutex_);
  created_ = std::move(created);
}

Task<> SessionStore::retire(Session::Identity gone) {
  const Key key{gone.principal, gone.chat.empty() ? "connection " + gone.id : "chat " + gone.chat};
  std::shared_ptr<Session> last;
  {
    std::lock_guard lock(mutex_);
    const auto found = sessions_.find(key);
    if (found == sessions_.end() || found->second->identity().id != gone.id) co_return;
    last = std::move(found->second);
    sessions_.erase(found);
  }
  co_await last->close();
}

std::vector<std::shared_ptr<Session>> SessionStore::of(const std::string& principal) const {
  std::vector<std::shared_ptr<Session>> theirs;
  std::lock_guard lock(mutex_);
  for (auto at = sessions_.lower_bound({principal, ""});
       at != sessions_.end() && at->first.first == principal; ++at) {
    theirs.push_back(at->second);
  }
  return theirs;
}

std::size_t SessionStore::size() const {
  std::lock_guard lock(mutex_);
  return sessions_.size();
}

Task<> SessionStore::close_all() {
  std::vector<std::shared_ptr<Session>> all;
  {
    std::lock_guard lock(mutex_);
    closing_ = true;
    for (auto& [key, session] : sessions_) all.push_back(session);
  }
  for (const auto& session : all) co_await session->close();
  co_await asio::co_spawn(strand_, retiring_.join(), use_task);
  std::map<Key, std::shared_ptr<Session>> closed;
  std::lock_guard lock(mutex_);
  closed.swap(sessions_);
}

}  // namespace holdpoint

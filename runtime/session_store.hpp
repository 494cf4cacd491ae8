#pragma once
// Every session of the process, found by (principal, chat id): nobody reaches another's session by
// knowing its id. Owns them; views share them. Locked inside: any thread.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/session.hpp"

namespace holdpoint {

class SessionStore {
 public:
  SessionStore(const Services& services, Executor executor)
      : services_(services),
        executor_(std::move(executor)),
        strand_(asio::make_strand(executor_)),
        retiring_(strand_) {}

  // The session of that name, made when there is none. Null: there are too many, or it is closing.
  std::shared_ptr<Session> open(const std::string& principal, const std::string& chat);
  // A session of one connection, which ends with it.
  std::shared_ptr<Session> open_nameless(const std::string& principal);

  // Called with each new session, before anything is said in it.
  void on_created(std::function<void(Session&)> created);

  std::vector<std::shared_ptr<Session>> of(const std::string& principal) const;
  std::size_t size() const;
  Task<> close_all();  // no new ones from here on

 private:
  using Key = std::pair<std::string, std::string>;  // principal, chat or our id
  std::shared_ptr<Session> make(const Key& key, Session::Identity identity);
  Task<> retire(Session::Identity identity);

  const Services& services_;
  const Executor executor_;
  const Executor strand_;
  TaskGroup retiring_;  // on strand_
  std::function<void(Session&)> created_;
  mutable std::mutex mutex_;
  std::map<Key, std::shared_ptr<Session>> sessions_;
  bool closing_ = false;
};

}  // namespace holdpoint

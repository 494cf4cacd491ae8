#include "transport/waiting.hpp"

#include <algorithm>
#include <unordered_map>

namespace holdpoint {

namespace {

std::int64_t milliseconds(WallTime time) { return time.time_since_epoch().count(); }

json::object entry(const Approval& approval, const Session* session) {
  json::object one{{"approvalId", approval.id}};
  if (session && !session->identity().chat.empty()) one["chat"] = session->identity().chat;
  one["toolCallId"] = approval.call->id;
  one["tool"] = approval.call->tool;
  one["input"] = approval.call->arguments;
  one["question"] = approval.key.question + 1;
  if (!approval.prompt.empty()) one["prompt"] = approval.prompt;
  one["risk"] = approval.risk;
  one["askedAt"] = milliseconds(approval.asked_at);
  if (approval.deadline) one["deadline"] = milliseconds(*approval.deadline);
  one["watchers"] = session ? session->watchers() : 0;
  return one;
}

}  // namespace

json::object waiting_list(const std::string& principal, std::vector<ApprovalPtr> pending,
                          const std::vector<std::shared_ptr<Session>>& sessions, WallTime now) {
  std::unordered_map<std::string, const Session*> by_id;
  for (const auto& session : sessions) by_id.emplace(session->identity().id, session.get());
  std::erase_if(pending, [&](const ApprovalPtr& one) { return one->owner != principal; });
  std::ranges::sort(pending, [](const ApprovalPtr& a, const ApprovalPtr& b) {
    return std::tie(a->asked_at, a->id) < std::tie(b->asked_at, b->id);
  });
  json::array waiting;
  for (const auto& approval : pending) {
    const auto session = by_id.find(approval->key.session);
    waiting.emplace_back(entry(*approval, session == by_id.end() ? nullptr : session->second));
  }
  return {{"now", milliseconds(now)}, {"waiting", std::move(waiting)}};
}

}  // namespace holdpoint

#pragma once
// The values around one question to a human: the call it is about, the pending approval, what was
// decided, and what became of somebody's attempt to decide. Plain values; any thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "runtime/clock.hpp"
#include "runtime/json.hpp"

namespace holdpoint {

// A call as the model asked for it. Shared, because events, ledger and tool hold the same one.
struct ToolCall {
  std::string id;  // the model's; unique only within its session
  std::string tool;
  json::value arguments;
  std::string args_hash;  // hex SHA-256 of the canonical arguments: binds a yes to what runs
};
using CallPtr = std::shared_ptr<const ToolCall>;
CallPtr make_call(std::string id, std::string tool, json::value arguments);

// Names a sleeper: which question of which call of which session. Questions count from 0.
struct CallKey {
  std::string session;
  std::string call;
  std::uint32_t question = 0;
  bool operator==(const CallKey&) const = default;
};
struct CallKeyHash {
  std::size_t operator()(const CallKey& key) const noexcept {
    const std::hash<std::string_view> hash;
    return (hash(key.session) * 31 + hash(key.call)) * 31 + key.question;
  }
};

// The pending question.
struct Approval {
  std::string id;  // "confirm-" and a uuid: ours, opaque, not to be guessed
  CallKey key;
  std::string turn;   // random id of the turn, or of the call when there is no chat
  std::string path;   // where in the turn, in program order: "/1.0/0"
  std::string owner;  // the principal whose session it is, and who may decide it
  CallPtr call;
  std::string prompt;  // may be empty: the call itself is the question
  int risk = 3;        // 0…5, as the tool declares it
  WallTime asked_at;
  std::optional<WallTime> deadline;  // none: waits for ever
};
using ApprovalPtr = std::shared_ptr<const Approval>;

enum class Outcome : std::uint8_t { approved, denied, expired, cancelled };
std::string_view to_string(Outcome outcome);

// How an approval ended: once, and for good.
struct Decision {
  std::string approval;
  Outcome outcome = Outcome::denied;
  std::string by;   // a principal, or "deadline"
  std::string via;  // the door: "websocket", "command line", "deadline", "interrupt", …
  std::string reason;
  WallTime at{};
};

// Somebody's attempt to decide, and what became of it.
struct DecisionRequest {
  DecisionRequest(std::string id, Outcome what, std::string who, std::string door,
                  std::string why = {})
      : approval(std::move(id)),
        outcome(what),
        by(std::move(who)),
        via(std::move(door)),
        reason(std::move(why)) {}
  std::string approval;
  Outcome outcome;
  std::string by;
  std::string via;
  std::string reason;
};
struct Won {
  Decision decision;
};
struct Recorded {  // counted; more people have to agree
  int have, need;
};
struct Lost {  // somebody was first
  Decision winner;
};
struct Refused {  // not entitled, or not now
  std::string why;
};
struct Unknown {};  // no such approval
using DecideResult = std::variant<Won, Recorded, Lost, Refused, Unknown>;

// What lets a call start. Every start names one, for exactly the arguments that run.
struct Permit {
  enum class Kind : std::uint8_t { approval, rule, declared };
  Kind kind = Kind::declared;
  std::string id;  // of the approval; the rule's pattern and policy version; or the declaration
};

}  // namespace holdpoint

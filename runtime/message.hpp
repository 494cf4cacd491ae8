#pragma once
// What a client says to a session, in the runtime's words: the wire codecs make these from frames.
// Plain values; any thread.

#include <string>
#include <variant>
#include <vector>

#include "runtime/json.hpp"

namespace holdpoint {

struct TextPart {
  std::string text;
};
struct FilePart {
  std::string url, media_type, filename;
};
using ContentPart = std::variant<TextPart, FilePart>;

struct UserSaid {
  std::string id;  // the client's id for its message; may be empty
  std::vector<ContentPart> parts;
};
std::string text_of(const UserSaid& said);  // its text parts, joined by newlines

// What a client claims was said before. Only a session that knows nothing takes it over, and only
// the words: never tool outputs or decisions.
struct Remembered {
  enum class Role : std::uint8_t { user, assistant };
  Role role = Role::user;
  std::string id;
  std::string text;
};

// Starts a turn, or waits behind the running one.
struct Say {
  UserSaid said;
  std::vector<Remembered> history;
};
// Answer the last user message again; what runs is interrupted first.
struct Regenerate {
  std::string message;  // the assistant's message to replace; empty: the last
};
struct Decide {
  std::string approval;  // may be empty: then the call's pending question
  std::string call;      // may be empty: then by approval id alone
  bool approved = false;
  std::string reason;
  bool old = false;  // came along in a history: may be long decided, and then is no news
};
// The output of a tool that runs in the client.
struct ClientReturned {
  std::string call;
  json::value output;
  bool failed = false;  // then `output` is the error text
};
struct Interrupt {
  std::string reason;
};

using Message = std::variant<Say, Regenerate, Decide, ClientReturned, Interrupt>;

}  // namespace holdpoint

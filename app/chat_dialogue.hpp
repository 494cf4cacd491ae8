#pragma once
// What a line of the human means right now: a message, an answer to the question, its reason, or a
// command. The same for people and for scripts. Pure; one thread.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "app/chat_view.hpp"

namespace holdpoint {

struct TypedAnswer {
  bool approved = false;
  std::optional<std::string> reason;
};
/// "a", "approve", "y", "yes", and nothing more; "d", "deny", "n", "no", with a reason or without.
std::optional<TypedAnswer> parse_answer(std::string_view line);

class ChatDialogue {
 public:
  static constexpr std::chrono::seconds leave_within{2};  // a second Ctrl-C

  // A script is not asked for a reason: it says "deny REASON" or goes without.
  ChatDialogue(ChatView& view, const Clock& clock, bool script)
      : view_(view), clock_(clock), script_(script) {}

  struct Prompt {
    std::string text;
    std::string key;  // what a line is for: another key means another question. Empty: a message
  };
  Prompt prompt() const;

  enum class Then { stay, leave, reconnect };
  // `key` of the prompt that stood when the line was asked for: an answer to a question that is
  // gone is not taken for anything else.
  Then line(std::string_view line, std::string_view key);
  Then interrupt();  // Ctrl-C

 private:
  Then command(std::string_view line);
  void answer(std::string_view line);
  void reason(std::string_view line);

  ChatView& view_;
  const Clock& clock_;
  const bool script_;
  std::string denying_;  // the approval for which a reason is asked
  std::optional<SteadyTime> interrupted_;
};

}  // namespace holdpoint

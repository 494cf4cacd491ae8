#pragma once
// Turns as a client reads them whose stream stays open while humans decide, as holdpoint.v1 and ai7
// have it: the model's steps, each question with what there is to know about it, each outcome with
// who decided. Belongs to one stream; pure; one strand.

#include <map>
#include <optional>
#include <string>

#include "transport/wire/chunks.hpp"
#include "transport/wire/dialect.hpp"

namespace holdpoint {

class OpenTurn {
 public:
  // How the client learns of a decision.
  enum class Decisions : std::uint8_t {
    of_others,  // a data part for what it did not decide itself: it knows what it did
    all,        // that, and the chunk tool-approval-response, which clients have since ai 7
  };
  explicit OpenTurn(Decisions told) : told_(told) {}

  // The client decides: what it chose itself need not be announced to it.
  void heard(const ClientFrame& frame);
  // It reads on in the turn that its answer is about, and knows the calls that the frame shows.
  void join(const ClientFrame& answer);

  // A client that comes back is not shown a question that was `answered` meanwhile: versions of
  // the client before 7 would be left with a request that nobody answers.
  void write(const Event& event, bool answered, Frames& out);

  bool is_reading() const { return reading_; }  // a turn that it has seen begin, or joined

 private:
  struct Question {
    std::string call;
    std::optional<bool> chosen;  // by this client
  };

  void on(const event::TurnStarted& started, Frames& out);
  void on_step(Frames& out);
  void on(const event::Asked& asked, Frames& out);
  void on(const event::Decided& decided, Frames& out);
  void on(const event::TurnEnded& ended, Frames& out);
  void end_step(Frames& out);
  Question* find(const Decide& decide);

  const Decisions told_;
  TurnChunks chunks_{{.text_named_by_message = false, .has_denials = true, .has_progress = true}};
  bool reading_ = false;
  bool in_step_ = false;
  std::map<std::string, Question> questions_;  // by approval: open, and shown to the client
};

// To one client alone, or to all: for the human, not part of the conversation.
std::string notice_frame(const event::Notice& notice);

}  // namespace holdpoint

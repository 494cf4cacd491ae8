#pragma once
// What a human sees of a chat, and what is sent for them: frames in, text and frames out. It knows
// the running turn well enough that a replay of it, after the connection was lost, repeats nothing.
// A pure machine on one thread; `take` after every call.

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/chat_card.hpp"
#include "app/chat_tools.hpp"
#include "runtime/ids.hpp"

namespace holdpoint {

enum class Tone { text, thought, call, result, trouble, notice, card };

struct Shown {
  Tone tone;
  std::string text;  // fit for a terminal: of control characters only newlines
};
struct ChatOutput {
  std::vector<Shown> shown;
  std::vector<std::string> frames;  // for the server, in order
};

class ChatView {
 public:
  static constexpr std::size_t calls_max = 4096;  // of one turn; more are not shown
  static constexpr std::size_t questions_max = 1024;

  // `known`: the server may have heard of this chat before, and is asked for its latest turn.
  ChatView(const Clock& clock, Ids& ids, ClientTools tools, std::string chat, bool known);

  ChatOutput take() { return std::exchange(out_, {}); }
  void columns(std::size_t columns) { card_.columns = std::min<std::size_t>(columns, 76); }

  // --- the connection ---
  void opened();
  void lost(std::string_view why);
  void received(std::string_view frame);
  // After `opened` the server replays the running turn, if it has one. No frame says that there
  // is none: `ponged` becomes true when the server has been heard, and whoever owns this view
  // calls `settled` a moment later.
  bool ponged() const { return ponged_; }
  void settled();

  // --- the human ---
  void say(std::string_view text);
  void decide(bool approved, std::string_view reason);  // the question; there must be one
  void interrupt();
  void show_questions();
  void start_over();  // with a new chat; needs a new connection
  void notice(std::string_view line);

  const std::string& chat() const { return chat_; }
  const Question* question() const { return questions_.empty() ? nullptr : &questions_.front(); }
  std::size_t questions() const { return questions_.size(); }
  bool connected() const { return connected_; }
  bool settling() const { return settling_; }
  bool busy() const { return turn_.running || unstarted_ > 0; }  // something is to be answered
  bool lost_a_turn() const { return lost_a_turn_; }

 private:
  // Text of one kind within a turn, over all its blocks. What a replay says again is only counted.
  struct Stream {
    std::size_t seen = 0;  // since the turn, or its replay, began
    std::size_t shown = 0;
    bool new_block = false;
  };
  struct Call {
    std::string tool;
    json::value arguments;
    bool shown = false;
    bool ran_here = false;
    bool resolved = false;
  };
  struct Answer {
    bool approved;
    std::string reason;
  };
  struct Turn {
    std::string message;
    bool running = false;
    Stream text, thought;
    std::map<std::string, Call> calls;
    std::map<std::string, Answer> answers;  // by approval: given here
  };

  void on_chunk(std::string_view type, const json::object& chunk);
  void on_start(const json::object& chunk);
  void on_delta(Stream& stream, Tone tone, const json::object& chunk);
  void on_input(const json::object& chunk);
  void on_request(const json::object& chunk);
  void on_output(std::string_view type, const json::object& chunk);
  void on_done();

  Call* call_of(const json::object& chunk);
  void ask(Question question);
  void present();
  void withdraw(std::string_view call, std::string_view why);
  void withdraw_all(std::string_view why);
  void send_answer(const std::string& approval, const std::string& call, const Answer& answer);
  void run_here(const std::string& id, Call& call);
  void forget_turn();

  void put(Tone tone, std::string text);
  void line(Tone tone, std::string text);
  void fresh_line();

  const Clock& clock_;
  Ids& ids_;
  const ClientTools tools_;
  CardStyle card_;
  std::string chat_;
  bool known_;

  Turn turn_;
  std::size_t unstarted_ = 0;             // messages sent of which no turn has begun
  std::deque<Question> questions_;        // the first is the one that is asked
  std::string presented_;                 // the approval whose card is shown
  std::map<std::string, Question> away_;  // open when the connection was lost; by approval

  bool connected_ = false;
  bool settling_ = false;  // it is not known yet what the server remembers
  bool ponged_ = false;
  bool heard_turn_ = false;  // since the connection was opened
  bool lost_a_turn_ = false;

  ChatOutput out_;
  bool at_line_start_ = true;
  Tone last_tone_ = Tone::text;
};

}  // namespace holdpoint

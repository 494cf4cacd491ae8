#pragma once
// The shell around a chat: socket, standard input, signals, screen. Everything that decides is in
// ChatView and its kin; this moves bytes. One thread; lives as long as `run`.

#include <memory>
#include <string>

#include "app/chat.hpp"
#include "app/chat_input.hpp"
#include "app/chat_screen.hpp"
#include "app/chat_script.hpp"
#include "app/line_editor.hpp"
#include "app/terminal.hpp"
#include "runtime/task_group.hpp"
#include "transport/frame_writer.hpp"
#include "transport/net/url.hpp"

namespace holdpoint {

/// How long to wait before the next try: from 0.5 s to 10 s, doubling, blurred by `jitter` (0..1)
/// so that the clients of a server do not all come back at once.
std::chrono::milliseconds reconnect_delay(int attempt, double jitter);

class ChatClient {
 public:
  enum class Mode { terminal, plain };  // a person types; lines are read and text is written

  ChatClient(ServerUrl url, const ChatOptions& options, Mode mode, bool colours);

  int run();  // the exit code

 private:
  struct Link {
    explicit Link(std::unique_ptr<WebSocket> opened);
    std::unique_ptr<WebSocket> socket;
    FrameWriter writer;
  };
  using LinkPtr = std::shared_ptr<Link>;

  Task<> live();
  Task<> talk();
  Task<LinkPtr> connect(bool again);
  Task<std::string> read_frames(LinkPtr link);  // until it ends: why
  Task<> settle(LinkPtr link);
  Task<> close(LinkPtr link);

  Task<> type();
  Task<> read_script();
  Task<> hear_signals();
  Task<> redraw_each_second();

  void typed(char byte);
  void signalled(int signal);
  void stop_for_a_while();
  void act(ChatDialogue::Then then);
  void run_script();
  void update();  // after anything that the view was told
  void draw();
  void leave(int code) { left_.set(code); }

  asio::io_context io_{1};
  const ServerUrl url_;
  const ChatOptions options_;
  const Mode mode_;
  SystemClock clock_;
  RandomIds ids_;
  ChatView view_;
  ChatDialogue dialogue_{view_, clock_, mode_ == Mode::plain};
  ChatScript script_{view_, dialogue_};
  ChatScreen screen_;
  LineEditor editor_;
  std::string key_;    // of the prompt that the editor's text is for
  std::string draft_;  // of a message, while something is asked

  ChatInput input_{io_.get_executor()};
  std::optional<Terminal> terminal_;
  TaskGroup tasks_{io_.get_executor()};
  asio::steady_timer settle_{io_};
  asio::steady_timer hungry_{io_};  // cancelled when the script wants more lines
  LinkPtr link_;
  bool renewing_ = false;  // it was closed to begin a new chat
  bool leaving_ = false;
  Parked<int> left_;
};

}  // namespace holdpoint

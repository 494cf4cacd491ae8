#include "app/chat_client.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <random>

#include <boost/asio/signal_set.hpp>

#include "app/chat_text.hpp"
#include "app/server_token.hpp"
#include "transport/net/connect_websocket.hpp"

namespace holdpoint {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t unsent_bytes_max = std::size_t{4} << 20;
constexpr int script_attempts_max = 10;  // a script gives up after about a minute
constexpr auto silence_max = 40s;        // the server pings more often than that
constexpr auto pong_max = 5s;
constexpr auto replay_grace = 1s;  // from the pong until the replay must have begun
constexpr auto close_max = 1s;

double random_part() {
  thread_local std::mt19937 source{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(source);
}

std::string closing_words(const WebSocket& socket, const error_code& error) {
  const auto& reason = socket.reason();
  if (error != websocket::error::closed) return error.message();
  const std::string words(reason.reason.data(), reason.reason.size());
  return "the server closed it" + (words.empty() ? "" : ": " + words);
}

}  // namespace

std::chrono::milliseconds reconnect_delay(int attempt, double jitter) {
  const double delay = 500.0 * static_cast<double>(1 << std::clamp(attempt, 0, 5));
  const double blurred = std::min(delay, 10'000.0) * (0.75 + 0.5 * jitter);
  return std::chrono::milliseconds(static_cast<int>(std::clamp(blurred, 500.0, 10'000.0)));
}

ChatClient::Link::Link(std::unique_ptr<WebSocket> opened)
    : socket(std::move(opened)), writer(*socket, unsent_bytes_max) {
  auto timeout = websocket::stream_base::timeout::suggested(beast::role_type::client);
  timeout.idle_timeout = silence_max;
  timeout.keep_alive_pings = true;
  socket->set_option(timeout);
}

ChatClient::ChatClient(ServerUrl url, const ChatOptions& options, Mode mode, bool colours)
    : url_(std::move(url)), options_(options), mode_(mode),
      view_(clock_, ids_, ClientTools(options.location),
            options.chat.empty() ? ids_.uuid() : options.chat, !options.chat.empty()),
      screen_(mode == Mode::terminal, colours) {}

int ChatClient::run() {
  int code = 1;
  const auto main = [this, &code]() -> Task<> {
    co_await live();
    code = co_await wait_for(left_);
    leaving_ = true;
    if (link_) co_await close(link_);  // also ends the read, which takes no notice of a cancel
    tasks_.cancel_all();
    co_await tasks_.join();
  };
  std::exception_ptr failure;
  asio::co_spawn(io_, main(), [&failure](std::exception_ptr error) { failure = error; });
  io_.run();
  write_all(STDOUT_FILENO, screen_.hide());
  if (failure) std::rethrow_exception(failure);
  return code;
}

Task<> ChatClient::live() {
  if (mode_ == Mode::terminal) {
    terminal_.emplace(STDIN_FILENO);
    screen_.columns(terminal_columns(STDOUT_FILENO));
    view_.columns(terminal_columns(STDOUT_FILENO) - 1);
    tasks_.spawn("type", type());
    tasks_.spawn("redraw", redraw_each_second());
  } else {
    tasks_.spawn("script", read_script());
  }
  view_.notice("Holdpoint chat with " + to_string(url_));
  view_.notice("chat " + printable_line(view_.chat()) + ", /help says what you can do");
  tasks_.spawn("signals", hear_signals());
  tasks_.spawn("talk", talk());
  co_return;
}

// --- the connection ---

Task<> ChatClient::talk() {
  for (bool again = false;; again = true) {
    LinkPtr link = co_await connect(again);
    if (!link) co_return leave(1);
    link_ = link;
    if (again && !renewing_) view_.notice("connected again");
    renewing_ = false;
    view_.opened();
    if (view_.settling()) tasks_.spawn("settle", settle(link));
    update();
    const std::string why = co_await read_frames(link);
    if (leaving_) co_return;
    link_.reset();
    settle_.cancel();
    if (!renewing_) view_.lost(why);
    update();
    co_await close(std::move(link));
  }
}

// Null: it is not to be had. The first time one failure is enough: a person sees it at once.
Task<ChatClient::LinkPtr> ChatClient::connect(bool again) {
  std::string told;
  for (int attempt = 0;; ++attempt) {
    if (again && !renewing_) {
      asio::steady_timer pause(io_, reconnect_delay(attempt, random_part()));
      co_await pause.async_wait(use_task);
    }
    auto opened = co_await connect_websocket(with_token(url_, options_.token), "", {});
    if (opened) co_return std::make_shared<Link>(std::move(*opened));
    renewing_ = false;
    const std::string why = printable_line(to_string(opened.error()));
    if (!again) {
      view_.notice(why);
      const bool nobody = why.find("cannot connect") != std::string::npos;
      if (nobody) view_.notice("is a server running there? `holdpoint serve` starts one");
    } else if (why != told) {
      view_.notice(why + "; trying again");
    }
    told = why;
    update();
    if (!again || (mode_ == Mode::plain && attempt >= script_attempts_max)) co_return nullptr;
  }
}

Task<std::string> ChatClient::read_frames(LinkPtr link) {
  beast::flat_buffer buffer;
  for (;;) {
    const auto [error, bytes] = co_await link->socket->async_read(buffer, as_result);
    if (error) co_return closing_words(*link->socket, error);
    view_.received({static_cast<const char*>(buffer.data().data()), buffer.size()});
    buffer.clear();
    if (view_.settling() && view_.ponged()) settle_.cancel();
    update();
  }
}

// Waits for the pong, and then a moment for the replay: see ChatView::settled.
Task<> ChatClient::settle(LinkPtr link) {
  settle_.expires_after(pong_max);
  if (!view_.ponged()) co_await settle_.async_wait(as_result);
  if (link != link_) co_return;
  asio::steady_timer grace(io_, replay_grace);
  co_await grace.async_wait(use_task);
  if (link != link_) co_return;
  view_.settled();
  update();
}

// Politely if the other side still answers, and not for long.
Task<> ChatClient::close(LinkPtr link) {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  link->writer.stop();
  auto& tcp_socket = beast::get_lowest_layer(*link->socket);
  if (link->socket->is_open()) {
    asio::steady_timer limit(io_, close_max);
    limit.async_wait([&tcp_socket](error_code stopped) {
      error_code ignored;
      if (!stopped) tcp_socket.close(ignored);
    });
    co_await link->socket->async_close(websocket::close_code::normal, as_result);
    limit.cancel();
  }
  error_code ignored;
  tcp_socket.close(ignored);
  co_await link->writer.finished();
}

// --- the human ---

Task<> ChatClient::type() {
  for (;;) {
    const std::string bytes = co_await input_.read();
    if (bytes.empty()) co_return leave(0);
    for (const char byte : bytes) typed(byte);
    draw();
  }
}

void ChatClient::typed(char byte) {
  const auto did = editor_.feed(byte);
  if (did == LineEditor::Did::end) return leave(0);
  if (did != LineEditor::Did::line) return;
  const auto prompt = dialogue_.prompt();
  const std::string line = editor_.take();
  if (prompt.key.empty() && line.empty()) return;
  write_all(STDOUT_FILENO, screen_.keep(prompt.text, line));
  const bool message = prompt.key.empty() && !line.starts_with('/');
  if (message && !view_.connected()) editor_.put(line);  // for when it can be sent
  if (message) editor_.remember(line);
  act(dialogue_.line(line, prompt.key));
  update();
}

Task<> ChatClient::read_script() {
  for (;;) {
    hungry_.expires_at(asio::steady_timer::time_point::max());
    if (!script_.hungry()) co_await hungry_.async_wait(as_result);
    if (!script_.hungry()) continue;
    const std::string bytes = co_await input_.read();
    script_.bytes(bytes);
    if (script_.too_long()) view_.notice("a line of the input is too long");
    if (script_.too_long()) co_return leave(1);
    if (bytes.empty()) script_.end();
    update();
    if (bytes.empty()) co_return;
  }
}

void ChatClient::run_script() {
  while (auto line = script_.next()) {
    write_all(STDOUT_FILENO, screen_.show(view_.take().shown));
    write_all(STDOUT_FILENO, screen_.keep(line->prompt, line->text));
    act(dialogue_.line(line->text, line->key));
    if (renewing_) break;
  }
  if (view_.lost_a_turn()) leave(1);
  if (script_.over()) leave(0);
  if (script_.hungry()) hungry_.cancel();
}

void ChatClient::act(ChatDialogue::Then then) {
  if (then == ChatDialogue::Then::leave) leave(0);
  if (then != ChatDialogue::Then::reconnect || !link_) return;
  renewing_ = true;
  error_code ignored;
  beast::get_lowest_layer(*link_->socket).close(ignored);
}

Task<> ChatClient::hear_signals() {
  asio::signal_set signals(io_, SIGINT, SIGTERM, SIGHUP);
  if (mode_ == Mode::terminal) {
    for (const int signal : {SIGQUIT, SIGTSTP, SIGWINCH}) signals.add(signal);
  }
  for (;;) signalled(co_await signals.async_wait(use_task));
}

void ChatClient::signalled(int signal) {
  if (signal == SIGWINCH) {
    screen_.columns(terminal_columns(STDOUT_FILENO));
    view_.columns(terminal_columns(STDOUT_FILENO) - 1);
  } else if (signal == SIGTSTP) {
    stop_for_a_while();
  } else if (signal != SIGINT) {
    leave(128 + signal);
  } else if (key_.empty() && !view_.busy() && !editor_.text().empty()) {
    editor_.take();
  } else if (dialogue_.interrupt() == ChatDialogue::Then::leave) {
    leave(mode_ == Mode::plain ? 128 + signal : 0);
  }
  update();
}

void ChatClient::stop_for_a_while() {
  write_all(STDOUT_FILENO, screen_.hide());
  terminal_->restore();
  std::raise(SIGSTOP);
  terminal_->raw();
}

// --- the screen ---

void ChatClient::update() {
  if (mode_ == Mode::plain) run_script();
  ChatOutput out = view_.take();
  for (auto& frame : out.frames) {
    if (link_) link_->writer.send(std::move(frame), link_);
  }
  write_all(STDOUT_FILENO, screen_.show(out.shown));
  if (mode_ == Mode::terminal) draw();
}

void ChatClient::draw() {
  const auto prompt = dialogue_.prompt();
  if (prompt.key != key_) {  // what was typed for one question is no answer to another
    std::string typed = editor_.take();
    if (key_.empty()) draft_ = std::move(typed);
    key_ = prompt.key;
    if (key_.empty()) editor_.put(std::exchange(draft_, {}));
  }
  const bool wanted = view_.question() || !view_.busy() || !view_.connected() ||
                      !editor_.text().empty();
  write_all(STDOUT_FILENO, wanted ? screen_.prompt(prompt.text, editor_.text(), editor_.cursor())
                                  : screen_.hide());
}

Task<> ChatClient::redraw_each_second() {
  asio::steady_timer second(io_);
  for (;;) {
    second.expires_after(1s);
    co_await second.async_wait(use_task);
    if (view_.question()) draw();
  }
}

}  // namespace holdpoint

// Somebody else's Asio program, with an io_context that two threads run: it opens Holdpoint's door
// on it, lets a client in by its token, and gives it no answer, so that time has to decide.
//
// Expect: tool-approval-request
// Expect: Approval request timed out
// Expect: [DONE]
// Expect: the loop was alive

#include <atomic>
#include <filesystem>
#include <iostream>
#include <thread>

#include "models/scripted.hpp"
#include "runtime/deadline_pump.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"
#include "transport/chat_server.hpp"
#include "transport/net/connect_websocket.hpp"

using namespace holdpoint;
using namespace std::chrono_literals;

static Task<> act(json::object, ToolContext& call) { co_await call.approval(); }

static Task<> visit(ServerUrl url) {
  const auto socket = (co_await connect_websocket(url, "", {})).value();
  const std::string say = R"({"type":"message","messages":[{"role":"user","content":"act!"}]})";
  co_await socket->async_write(asio::buffer(say), use_task);
  std::string heard;
  auto frames = asio::dynamic_buffer(heard);
  while (!heard.ends_with("[DONE]\n\n")) co_await socket->async_read(frames, use_task);
  std::cout << heard;
  co_await socket->async_close(websocket::close_code::normal, use_task);
}

static std::atomic<int> beats = 0;

static Task<> program(asio::io_context& io, std::filesystem::path state) {
  asio::steady_timer heart(io, 100ms);  // what this program did before it knew Holdpoint
  heart.async_wait([](error_code error) { beats += !error; });

  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto script = parse_script(
      R"({"rules": [{"match": "act", "call": {"tool": "act"}}], "otherwise": "Say: act!"})");
  const auto model = scripted_model(script.value(), ids);
  Toolbox tools;
  tools.add("act", "Does something.", act, {.approval = asks, .patience = 1s});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  DeadlinePump pump(io.get_executor(), runtime.deadlines);
  pump.start();
  ServerOptions options;
  options.listen.port = 0;
  options.state_dir = state;
  ChatServer server(io.get_executor(), runtime.sessions, runtime.services, options);
  server.listen().value();

  const auto url = parse_server_url(server.link()).value();
  co_await visit(url);
  co_await server.stop();
  co_await runtime.stop();
  co_await pump.stop();
  std::cout << (beats == 1 ? "the loop was alive\n" : "the loop stood still\n");
}

int main(int, char** argv) {
  asio::io_context io;
  asio::co_spawn(asio::make_strand(io),
                 program(io, std::filesystem::absolute(argv[0]).parent_path()),
                 [](std::exception_ptr error) {
                   if (error) std::rethrow_exception(error);
                 });
  std::jthread other([&io] { io.run(); });
  io.run();
}

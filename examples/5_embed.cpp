// Holdpoint in a program that has its own loop: runtime, WebSocket door and the timer of deadlines
// run on its io_context, beside whatever else it does. A client on the same loop comes to visit.
//
// Expect: tool-approval-request
// Expect: tool-output-available

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/deadline_pump.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"
#include "transport/chat_server.hpp"
#include "transport/net/connect_websocket.hpp"

using namespace holdpoint;

static Task<> locate(json::object, ToolContext& call) { co_await call.approval(); }

static Task<> visit(Endpoint server) {  // as a browser would
  const ServerUrl url{server, "/live", ""};
  const auto socket = (co_await connect_websocket(url, "", {})).value();
  std::string say = R"({"type":"message","messages":[{"role":"user","content":"where am I?"}]})";
  co_await socket->async_write(asio::buffer(say), use_task);
  std::string heard;
  auto frames = asio::dynamic_buffer(heard);
  while (!heard.ends_with("finish-step\"}\n\n")) co_await socket->async_read(frames, use_task);
  const auto question = heard.substr(heard.find("confirm-"), 44);
  say = R"({"type":"tool_approval","approved":true,"approvalId":")" + question + "\"}";
  co_await socket->async_write(asio::buffer(say), use_task);
  while (!heard.ends_with("[DONE]\n\n")) co_await socket->async_read(frames, use_task);
  std::cout << heard;
}

static Task<> program(asio::io_context& io) {
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(demo_script(), ids);
  Toolbox tools;
  tools.add("get_location", "Where the user is.", locate, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  DeadlinePump pump(io.get_executor(), runtime.deadlines);
  pump.start();
  ServerOptions options;
  options.listen.port = 0;
  options.auth = false;  // on loopback only; else server.link() has the token
  ChatServer server(io.get_executor(), runtime.sessions, runtime.services, options);
  co_await visit(server.listen().value());
  co_await server.stop();  // in this order: the doors, what is behind them, the timer
  co_await runtime.stop();
  co_await pump.stop();
}

int main() {
  asio::io_context io;  // yours, with whatever else is on it
  run(io, program(io));
}

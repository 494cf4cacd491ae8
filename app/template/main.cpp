// Your first tool, served to browsers and to `holdpoint chat` until Ctrl-C.

#include <csignal>
#include <iostream>

#include <boost/asio/signal_set.hpp>

#include "models/scripted.hpp"
#include "runtime/deadline_pump.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"
#include "transport/chat_server.hpp"

using namespace holdpoint;

struct Greeting {
  std::string name;
};
BOOST_DESCRIBE_STRUCT(Greeting, (), (name))

static Task<std::string> greet(Greeting greeting, ToolContext& call) {
  co_await call.approval("Greet " + greeting.name + "?");  // sleeps here until somebody says yes
  co_return "Hello, " + greeting.name + "!";
}

static constexpr auto script = R"json({
  "rules": [{"match": "greet (?P<who>\\pL+)", "call": {"tool": "greet", "args": {"name": "{who}"}},
             "then": {"returned": "{out}", "denied": "I did not greet {who}."}}],
  "otherwise": "I am only a script. Say: greet Alice"
})json";

static Task<> serve(asio::io_context& io, ServerOptions options) {
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(parse_script(script).value(), ids);
  Toolbox tools;
  tools.add("greet", "Greets somebody.", greet, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  DeadlinePump pump(io.get_executor(), runtime.deadlines);
  ChatServer server(io.get_executor(), runtime.sessions, runtime.services, options);
  const auto where = to_string(server.listen().value());
  pump.start();
  std::cout << "open " << server.link() << "\nor type: holdpoint chat " << where << std::endl;
  asio::signal_set signals(io, SIGINT, SIGTERM);
  co_await signals.async_wait(use_task);
  co_await server.stop();
  co_await runtime.stop();
  co_await pump.stop();
}

int main(int argc, char** argv) {
  asio::io_context io;
  ServerOptions options;
  if (argc > 1) options.listen = parse_host_port(argv[1]).value();
  run(io, serve(io, options));
}

#include "app/serve.hpp"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>
#include <vector>

#include <boost/asio/detached.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "app/list_tools.hpp"
#include "app/tool_times.hpp"
#include "fixtures/recorder.hpp"
#include "models/model_from.hpp"
#include "runtime/deadline_pump.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"
#include "tools/tools.hpp"
#include "tools/wallet.hpp"
#include "tools/workspace.hpp"
#include "transport/chat_server.hpp"

namespace holdpoint {

namespace {

ServerOptions server_options(const ServeOptions& options, Endpoint listen) {
  ServerOptions server;
  server.listen = std::move(listen);
  server.auth = !options.no_auth;
  server.hosts = options.hosts;
  server.origins = options.origins;
  server.version = HOLDPOINT_VERSION;
  return server;
}

std::string join(const std::vector<std::string>& words) {
  std::string all;
  for (const auto& word : words) all += (all.empty() ? "" : ", ") + word;
  return all.empty() ? "none" : all;
}

// What somebody who has just started it wants to know: where it is, who talks, what asks, what
// next.
void greet(const ServeOptions& options, std::string_view program, const Endpoint& listening,
           const ChatServer& server, const Model& model, const Runtime& runtime) {
  std::vector<std::string> ask, run, refused;
  for (const auto& tool : runtime.tools.get()->all()) {
    switch (rule_on(*runtime.policy.get(), tool->spec).does) {
      case Ruling::Does::run:
        run.push_back(tool->spec.name);
        break;
      case Ruling::Does::enter:
      case Ruling::Does::ask:
        ask.push_back(tool->spec.name);
        break;
      case Ruling::Does::refuse:
        refused.push_back(tool->spec.name);
        break;
    }
  }
  std::cout << "listening on http://" << to_string(listening) << "\n\n"
            << "  open      " << server.link() << "\n"
            << "  model     " << model.name() << "\n"
            << "  asks      " << join(ask) << "\n"
            << "  runs      " << join(run) << "\n";
  if (!refused.empty()) std::cout << "  refused   " << join(refused) << "\n";
  if (options.no_auth) std::cout << "  WARNING   --no-auth: anybody on this machine may approve\n";
  std::cout << "\nNow type, in a second terminal:\n\n  " << program << " chat";
  if (listening.port != 8080) std::cout << " ws://" << to_string(listening) << live_path;
  std::cout << "\n" << std::endl;
}

// Waits for SIGINT or SIGTERM, then stops the parts in the order of their dependence. A second
// signal ends the process at once.
Task<> run_until_signal(asio::signal_set& signals, ChatServer& server, Runtime& runtime,
                        DeadlinePump& pump) {
  co_await signals.async_wait(use_task);
  spdlog::info("stopping");
  signals.async_wait([](error_code error, int) {
    if (!error) std::_Exit(130);
  });
  co_await server.stop();
  co_await runtime.stop();
  co_await pump.stop();
  signals.cancel();
}

void run_threads(asio::io_context& io, int threads) {
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) {
    others.emplace_back([&io] { io.run(); });
  }
  io.run();
}

int fail(const std::string& text) {
  std::cerr << "holdpoint: " << text << "\n";
  return 1;
}

}  // namespace

int serve(const ServeOptions& options, std::string_view program) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("holdpoint"));
  spdlog::set_level(spdlog::level::from_str(options.log));

  const auto listen = parse_host_port(options.listen);
  if (!listen) return fail("--listen " + to_string(listen.error()));

  asio::io_context io(options.threads);
  SystemClock clock;
  RandomIds ids;
  MemoryLedger driver(options.limits.decided_kept_max);
  Wallet wallet(options.wallet, clock, ids);
  Workspace workspace(options.workspace);
  auto model = model_from(options.model, ids);
  if (!model) return fail("--model " + to_string(model.error()));

  Toolbox declared;
  add_sample_tools(declared, wallet, workspace);
  auto tools = with_times(declared, options.tool_times);
  if (!tools) return fail(to_string(tools.error()));
  for (const auto& warning : policy_warnings(options.policy, *tools)) spdlog::warn("{}", warning);

  std::optional<Recorder> recorder;
  if (!options.record.empty()) recorder.emplace(options.record);

  Runtime runtime(io.get_executor(), {clock, ids, driver, **model}, std::move(*tools),
                  options.policy, options.limits);
  if (recorder) {
    runtime.sessions.on_created([&](Session& session) { recorder->record(session); });
  }
  ChatServer server(io.get_executor(), runtime.sessions, runtime.services,
                    server_options(options, *listen));
  DeadlinePump pump(io.get_executor(), runtime.deadlines);

  const auto listening = server.listen();
  if (!listening) return fail(to_string(listening.error()));
  asio::signal_set signals(io, SIGINT, SIGTERM);  // before anybody hears that there is what to stop
  greet(options, program, *listening, server, **model, runtime);

  pump.start();
  asio::co_spawn(io, run_until_signal(signals, server, runtime, pump), asio::detached);
  run_threads(io, options.threads);
  return 0;
}

}  // namespace holdpoint

// The command line of Holdpoint. Every command is one function; what `serve` is made of stands in
// app/serve.cpp.

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/spdlog.h>

#include "app/chat.hpp"
#include "app/init.hpp"
#include "app/init_project.hpp"
#include "app/list_tools.hpp"
#include "app/serve.hpp"
#include "app/serve_flags.hpp"
#include "app/tool_times.hpp"
#include "app/waiting.hpp"
#include "fixtures/replay.hpp"
#include "runtime/ids.hpp"
#include "tools/tools.hpp"
#include "tools/wallet.hpp"
#include "tools/workspace.hpp"

namespace holdpoint {

namespace {

int fail(const Error& error) {
  std::cerr << "holdpoint: " << to_string(error) << "\n";
  return 1;
}

int tools_command(const ServeFlags& flags, bool as_json) {
  const auto options = serve_options(flags);
  if (!options) return fail(options.error());
  SystemClock clock;
  RandomIds ids;
  Wallet wallet({}, clock, ids);
  Workspace workspace(std::filesystem::temp_directory_path());  // listed, never run
  Toolbox declared;
  add_sample_tools(declared, wallet, workspace);
  const auto tools = with_times(declared, options->tool_times);
  if (!tools) return fail(tools.error());
  print_tools(std::cout, *tools, options->policy, as_json);
  return 0;
}

int init_command(bool force, const std::filesystem::path& project) {
  if (!project.empty()) {
    if (const auto error = init_project(project)) return fail(*error);
    std::cout << "wrote a project; " << (project / "README.md").string()
              << " says how to build it\n";
    return 0;
  }
  if (const auto error = init_config(config_file, force)) return fail(*error);
  std::cout << "wrote " << config_file << "; `holdpoint serve` reads it from here\n";
  return 0;
}

int run(int argc, char** argv) {
  const std::string program = argc > 0 ? argv[0] : "holdpoint";
  CLI::App app("Runs an AI agent's tools, and holds those that a person has to release first.");
  app.set_version_flag("--version", HOLDPOINT_VERSION);
  app.require_subcommand(1);

  ServeFlags serve_flags;
  auto* serve_app = app.add_subcommand("serve", "Start the server.");
  add_serve_flags(*serve_app, serve_flags);

  ChatOptions chat;
  auto* chat_app = app.add_subcommand("chat", "Talk to a server, and answer what it asks.");
  chat_app->add_option("url", chat.url, "ws://HOST:PORT/live, or the link the server printed");
  chat_app->add_option("--token", chat.token, "else $HOLDPOINT_TOKEN, else what the server left");
  chat_app->add_option("--chat", chat.chat, "continue the chat of this id");
  chat_app->add_option("--location", chat.location, "what get_location answers: LAT,LON or a name");

  WaitingOptions waiting;
  auto* waiting_app = app.add_subcommand("waiting", "List the calls that wait for a human.");
  waiting_app->add_option("url", waiting.url, "HOST:PORT, or the link the server printed");
  waiting_app->add_option("--token", waiting.token, "else $HOLDPOINT_TOKEN, else what it left");
  waiting_app->add_flag("--json", waiting.as_json, "for programs");

  std::vector<std::filesystem::path> paths;
  ReplayOptions replay_options;
  auto* replay_app = app.add_subcommand("replay", "Play baselines, and compare what happens.");
  replay_app->add_option("path", paths, "baseline files, or folders of them")->required();
  replay_app->add_option("--junit", replay_options.junit, "write the results there as JUnit XML");

  ServeFlags tools_flags;
  bool as_json = false;
  auto* tools_app = app.add_subcommand("tools", "List the tools, and what each may do unasked.");
  add_config_flag(*tools_app, tools_flags);
  tools_app->add_flag("--json", as_json, "for programs");

  bool force = false;
  std::filesystem::path project;
  auto* init_app = app.add_subcommand("init", "Write a commented holdpoint.toml, or a project.");
  auto* force_flag = init_app->add_flag("--force", force, "overwrite the one that is there");
  init_app->add_option("--project", project, "write a program with a first tool into this folder")
      ->excludes(force_flag);

  CLI11_PARSE(app, argc, argv);
  if (serve_app->parsed()) {
    const auto options = serve_options(serve_flags);
    return options ? serve(*options, program) : fail(options.error());
  }
  if (chat_app->parsed()) return run_chat(chat);
  if (waiting_app->parsed()) return run_waiting(waiting);
  if (replay_app->parsed()) {
    spdlog::set_level(spdlog::level::err);  // the table is what there is to say
    return replay(paths, replay_options, std::cout);
  }
  if (tools_app->parsed()) return tools_command(tools_flags, as_json);
  return init_command(force, project);
}

}  // namespace

}  // namespace holdpoint

int main(int argc, char** argv) {
  try {
    return holdpoint::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "holdpoint: " << error.what() << "\n";
    return 1;
  }
}

// A tool that runs where the user is: after a yes its body asks the client (a browser, an app; here
// the function `client`), waits for what comes back, and goes on with it on the server.
//
// Expect: May I know where you are?
// Expect: You are in Oslo.

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/converse.hpp"
#include "runtime/in_words.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

using namespace holdpoint;

static Task<std::string> locate(json::object, ToolContext& call) {
  co_await call.approval("May I know where you are?");
  const json::value place = co_await call.on_client();
  co_return "You are in " + std::string(place.at("city").as_string()) + ".";
}

static constexpr auto script =
    R"({"rules": [{"match": "where", "call": {"tool": "locate"}}], "otherwise": "Ask: where?"})";

static std::vector<Message> client(const Event& event) {
  if (const auto line = in_words(event); !line.empty()) std::cout << line << "\n";
  const auto* asked = std::get_if<event::Asked>(&event);
  if (!asked) return {};
  const ClientReturned place{asked->approval->call->id, json::object{{"city", "Oslo"}}, false};
  return {yes(*asked), place};
}

static Task<> story(Runtime& runtime) {
  co_await converse(runtime.sessions.open("me", "chat"), "where am I?", client);
  co_await runtime.stop();
}

int main() {
  asio::io_context io;
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(parse_script(script).value(), ids);

  Toolbox tools;
  tools.add("locate", "Where the user is.", locate, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  run(io, story(runtime));
}

// The smallest whole program: a tool that asks before it acts, a script in the place of a model, a
// runtime around both, and a human who says yes. Prints what happens, event by event.
//
// Expect: Greet Alice?
// Expect: Hello, Alice!

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/converse.hpp"
#include "runtime/in_words.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

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
             "then": {"returned": "I said: {out}"}}],
  "otherwise": "Whom shall I greet?"
})json";

static std::vector<Message> human(const Event& event) {
  if (const auto line = in_words(event); !line.empty()) std::cout << line << "\n";
  const auto* asked = std::get_if<event::Asked>(&event);
  return asked ? std::vector<Message>{yes(*asked)} : std::vector<Message>{};
}

static Task<> story(Runtime& runtime) {
  co_await converse(runtime.sessions.open("me", "chat"), "Please greet Alice", human);
  co_await runtime.stop();
}

int main() {
  asio::io_context io;
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(parse_script(script).value(), ids);

  Toolbox tools;
  tools.add("greet", "Greets somebody.", greet, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  run(io, story(runtime));
}

// Two calls in one answer of the model: two coroutines sleep side by side, and may be decided in
// any order. Each goes on, or leaves, by itself.
//
// Expect: question about Alice
// Expect: question about Bob
// Expect: paid Alice

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/converse.hpp"
#include "runtime/in_words.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

using namespace holdpoint;

struct Payment {
  std::string to;
};
BOOST_DESCRIBE_STRUCT(Payment, (), (to))

static Task<std::string> pay(Payment payment, ToolContext& call) {
  co_await call.approval("question about " + payment.to);
  co_return "paid " + payment.to;
}

static constexpr auto script = R"json({
  "rules": [{"match": "pay", "each": "(?P<who>Alice|Bob)",
             "call": {"tool": "pay", "args": {"to": "{who}"}}, "otherwise": "Whom?"}],
  "otherwise": "Say: pay Alice and Bob"
})json";

static Task<> story(Runtime& runtime) {
  std::vector<event::Asked> questions;
  const auto human = [&questions](const Event& event) -> std::vector<Message> {
    if (const auto line = in_words(event); !line.empty()) std::cout << line << "\n";
    const auto* asked = std::get_if<event::Asked>(&event);
    if (asked) questions.push_back(*asked);
    if (!asked || questions.size() < 2) return {};
    return {no(questions[1], "Bob had his share"), yes(questions[0])};  // the last one first
  };
  co_await converse(runtime.sessions.open("me", "chat"), "pay Alice and Bob", human);
  co_await runtime.stop();
}

int main() {
  asio::io_context io;
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(parse_script(script).value(), ids);

  Toolbox tools;
  tools.add("pay", "Pays somebody.", pay, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  run(io, story(runtime));
}

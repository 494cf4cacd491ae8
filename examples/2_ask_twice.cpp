// A tool may ask as often as it likes, and holds its locals meanwhile. A no leaves it as an
// exception does: what it holds is released, and the model is told why.
//
// Expect: holding the seat
// Expect: Really? It costs 80 euros.
// Expect: released the seat
// Expect: unaffordable

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/converse.hpp"
#include "runtime/in_words.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

using namespace holdpoint;

struct Seat {
  Seat() { std::cout << "holding the seat\n"; }
  ~Seat() { std::cout << "released the seat\n"; }
};

static Task<std::string> book(json::object, ToolContext& call) {
  co_await call.approval("Hold a seat for you?");
  const Seat seat;
  co_await call.approval("Really? It costs 80 euros.");
  co_return "booked";
}

static constexpr auto script =
    R"({"rules": [{"match": "book", "call": {"tool": "book"},
                   "then": {"denied": "Not booked: {out.reason}"}}], "otherwise": "Say: book"})";

static std::vector<Message> human(const Event& event) {
  if (const auto line = in_words(event); !line.empty()) std::cout << line << "\n";
  const auto* asked = std::get_if<event::Asked>(&event);
  if (!asked) return {};
  return {asked->approval->key.question == 0 ? yes(*asked) : no(*asked, "unaffordable")};
}

static Task<> story(Runtime& runtime) {
  co_await converse(runtime.sessions.open("me", "chat"), "book, please", human);
  co_await runtime.stop();
}

int main() {
  asio::io_context io;
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto model = scripted_model(parse_script(script).value(), ids);

  Toolbox tools;
  tools.add("book", "Books a seat.", book, {.approval = asks});
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  run(io, story(runtime));
}

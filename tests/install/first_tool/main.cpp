// The tool of the README in a program of somebody else, who has a wallet of his own.
//
// Expect: ask
// Expect: "left":70
// Expect: end

#include <iostream>

#include "models/scripted.hpp"
#include "runtime/converse.hpp"
#include "runtime/in_words.hpp"
#include "runtime/run.hpp"
#include "runtime/runtime.hpp"
#include "storage/memory.hpp"

using namespace holdpoint;
using namespace std::chrono_literals;

struct Payment {
  double amount = 0;
  std::string recipient;
};
BOOST_DESCRIBE_STRUCT(Payment, (), (amount, recipient))

struct Receipt {
  double left = 0;
};
BOOST_DESCRIBE_STRUCT(Receipt, (), (left))

struct Wallet {
  static void check(const Payment& payment) {
    if (payment.amount <= 0) throw ToolError("nothing to pay");
  }
  Receipt pay(const Payment& payment) { return {left -= payment.amount}; }
  double left = 100;
};

static Task<Receipt> process_payment(Payment payment, ToolContext& call, Wallet& wallet) {
  Wallet::check(payment);    // nobody is asked about what can never be paid
  co_await call.approval();  // a "no" leaves this function here, as an exception
  co_return wallet.pay(payment);
}

void add_process_payment(Toolbox& tools, Wallet& wallet) {
  tools.add("process_payment", "Pays somebody out of the wallet, after the user has approved it.",
            with(process_payment, wallet),
            {.approval = asks,
             .effects = Effects::once,
             .risk = 4,
             .patience = 30s,
             .denial = "User denied the payment"});
}

static std::vector<Message> human(const Event& event) {
  if (const auto line = in_words(event); !line.empty()) std::cout << line << "\n";
  const auto* asked = std::get_if<event::Asked>(&event);
  return asked ? std::vector<Message>{yes(*asked)} : std::vector<Message>{};
}

static Task<> story(Runtime& runtime) {
  co_await converse(runtime.sessions.open("me", "chat"), "pay Alice 30 dollars", human);
  co_await runtime.stop();
}

int main() {
  asio::io_context io;
  SystemClock clock;
  RandomIds ids;
  MemoryLedger memory(Limits{}.decided_kept_max);
  const auto script = parse_script(R"json({
    "rules": [{"match": "pay (?P<who>\\pL+) (?P<amount>\\d+)",
               "call": {"tool": "process_payment",
                        "args": {"recipient": "{who}", "amount": "{amount:number}"}}}],
    "otherwise": "Whom, and how much?"
  })json");
  const auto model = scripted_model(script.value(), ids);

  Wallet wallet;
  Toolbox tools;
  add_process_payment(tools, wallet);
  Runtime runtime(io.get_executor(), {clock, ids, memory, *model}, std::move(tools));
  run(io, story(runtime));
}

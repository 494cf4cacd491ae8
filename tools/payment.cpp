#include "tools/tools.hpp"
#include "tools/wallet.hpp"

namespace holdpoint {

using namespace std::chrono_literals;

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

}  // namespace holdpoint

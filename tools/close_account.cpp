#include "tools/tools.hpp"
#include "tools/wallet.hpp"

namespace holdpoint {

using namespace std::chrono_literals;

struct CloseAccount {};
BOOST_DESCRIBE_STRUCT(CloseAccount, (), ())

struct ClosedAccount {
  bool closed = true;
  std::uint64_t deleted_payments = 0;
  double wallet_balance = 0;
};
BOOST_DESCRIBE_STRUCT(ClosedAccount, (), (closed, deleted_payments, wallet_balance))

// Two questions, and what it knew before the first is still there after the second.
static Task<ClosedAccount> close_account(CloseAccount, ToolContext& call, Wallet& wallet) {
  const std::string payments = std::to_string(wallet.payments()) + " payments";
  co_await call.approval("Close the account?");
  co_await call.approval("Really delete the data? There are " + payments + ".");
  ClosedAccount closed;
  closed.deleted_payments = wallet.close();
  closed.wallet_balance = wallet.balance();
  co_return closed;
}

void add_close_account(Toolbox& tools, Wallet& wallet) {
  tools.add("close_account",
            "Closes the account: deletes all payments and begins a new wallet. Asks twice.",
            with(close_account, wallet),
            {.approval = asks,
             .effects = Effects::once,
             .risk = 4,
             .patience = 30s,
             .denial = "User denied closing the account"});
}

}  // namespace holdpoint

#pragma once
// A wallet in a file, so that "paid once" can be seen from outside. One balance for all
// currencies: their names are only labels. Locked inside, any thread; a payment blocks while the
// small file is written, which is fine on a session's strand.

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runtime/clock.hpp"
#include "runtime/describe.hpp"
#include "runtime/ids.hpp"

namespace holdpoint {

struct Payment {
  double amount = 0;
  std::string recipient;
  std::optional<std::string> currency, description;
  static constexpr Doc docs[] = {{"amount", "More than 0, at most two decimals."},
                                 {"recipient", "Who gets it: a name, an address, an account."},
                                 {"currency", "Its code; USD if missing."}};
};
BOOST_DESCRIBE_STRUCT(Payment, (), (amount, recipient, currency, description))

struct Receipt {
  bool success = true;
  std::string transaction_id;
  double amount = 0;
  std::string currency, recipient, description;
  double wallet_balance = 0;
  std::string timestamp;  // RFC 3339, UTC
};
BOOST_DESCRIBE_STRUCT(Receipt, (),
                      (success, transaction_id, amount, currency, recipient, description,
                       wallet_balance, timestamp))

class Wallet {
 public:
  static constexpr std::int64_t first_balance_cents = 1000'00;
  static constexpr std::size_t payments_max = 10'000;  // remembered; the oldest are dropped first

  // Opens the file, or begins it with the first payment; no file: it lives in memory only.
  // Throws std::runtime_error naming file and place when the file is not a wallet's.
  Wallet(std::filesystem::path file, const Clock& clock, Ids& ids);

  // Throws ToolError for a payment that can never be made: nobody should be asked about it.
  static void check(const Payment& payment);

  // Throws ToolError when there is not enough, or nothing was paid because the disk refused.
  Receipt pay(const Payment& payment);

  // As new: without payments. Gives how many there were.
  std::size_t close();

  double balance() const;
  std::size_t payments() const;

 private:
  struct State {
    std::int64_t balance_cents = first_balance_cents;
    std::vector<Receipt> payments;  // oldest first
  };
  void load();
  void save(const State& state) const;

  const std::filesystem::path file_;
  const Clock& clock_;
  Ids& ids_;
  mutable std::mutex mutex_;
  State state_;
};

}  // namespace holdpoint

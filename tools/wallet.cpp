#include "tools/wallet.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "runtime/tool.hpp"
#include "tools/replace_file.hpp"

namespace holdpoint {

namespace wallet_file {

struct File {
  std::int64_t balance_cents = 0;
  std::vector<Receipt> payments;
};
BOOST_DESCRIBE_STRUCT(File, (), (balance_cents, payments))

}  // namespace wallet_file

namespace {

double units(std::int64_t cents) { return static_cast<double>(cents) / 100; }

// Throws ToolError for what cannot be paid whatever the balance is.
std::int64_t cents_of(double amount) {
  constexpr double cents_max = 1e15;  // doubles count them exactly up to here
  const double cents = amount * 100;
  if (!(amount > 0)) throw ToolError("the amount must be more than 0");
  if (!(cents <= cents_max)) throw ToolError("the amount is too large for any wallet");
  if (std::abs(cents - std::round(cents)) > 1e-4)
    throw ToolError("the amount has more than two decimals");
  return std::llround(cents);
}

std::string two_decimals(std::int64_t cents) {
  const auto rest = std::to_string(cents % 100);
  return std::to_string(cents / 100) + (rest.size() < 2 ? ".0" : ".") + rest;
}

std::string rfc3339(WallTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  char text[64];
  std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03d+00:00", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return text;
}

std::string transaction_id(Ids& ids) {
  std::string id = ids.uuid();
  std::erase(id, '-');
  return "txn_" + id.substr(0, 12);
}

}  // namespace

Wallet::Wallet(std::filesystem::path file, const Clock& clock, Ids& ids)
    : file_(std::move(file)), clock_(clock), ids_(ids) {
  if (!file_.empty() && std::filesystem::exists(file_)) load();
}

void Wallet::check(const Payment& payment) {
  cents_of(payment.amount);
  if (payment.recipient.empty()) throw ToolError("the recipient has no name");
}

Receipt Wallet::pay(const Payment& payment) {
  check(payment);
  const std::int64_t cents = cents_of(payment.amount);
  const std::lock_guard lock(mutex_);
  if (cents > state_.balance_cents) {
    throw ToolError("insufficient funds: " + two_decimals(cents) + " asked for, " +
                    two_decimals(state_.balance_cents) + " in the wallet");
  }
  Receipt receipt;
  receipt.transaction_id = transaction_id(ids_);
  receipt.amount = units(cents);
  receipt.currency = payment.currency.value_or("USD");
  receipt.recipient = payment.recipient;
  receipt.description = payment.description.value_or("");
  receipt.wallet_balance = units(state_.balance_cents - cents);
  receipt.timestamp = rfc3339(clock_.wall());

  State after = state_;
  after.balance_cents -= cents;
  after.payments.push_back(receipt);
  if (after.payments.size() > payments_max) after.payments.erase(after.payments.begin());
  save(after);
  state_ = std::move(after);
  return receipt;
}

std::size_t Wallet::close() {
  const std::lock_guard lock(mutex_);
  const std::size_t payments = state_.payments.size();
  save(State{});
  state_ = State{};
  return payments;
}

double Wallet::balance() const {
  const std::lock_guard lock(mutex_);
  return units(state_.balance_cents);
}

std::size_t Wallet::payments() const {
  const std::lock_guard lock(mutex_);
  return state_.payments.size();
}

void Wallet::load() {
  std::ifstream in(file_, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto wrong = [&](const Error& error) {
    return std::runtime_error(file_.string() + ": " + to_string(error));
  };
  if (!in) throw wrong({{}, "cannot be read"});
  const auto value = parse_json(text);
  if (!value) throw wrong(value.error());
  auto file = from_json<wallet_file::File>(*value);
  if (!file) throw wrong(file.error());
  if (file->balance_cents < 0) throw wrong({"/balance_cents", "a wallet is never in debt"});
  state_ = {file->balance_cents, std::move(file->payments)};
}

void Wallet::save(const State& state) const {
  if (file_.empty()) return;
  const auto text = write_json(to_json(wallet_file::File{state.balance_cents, state.payments}),
                               JsonStyle::spaced);
  if (const auto failure = replace_file(file_, text + "\n"))
    throw ToolError("the wallet could not be written, nothing was changed: " + failure.message());
}

}  // namespace holdpoint

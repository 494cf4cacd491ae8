#include "tools/wallet.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/tool.hpp"

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

class WalletTest : public testing::Test {
 protected:
  WalletTest()
      : folder(fs::path(testing::TempDir()) / ("wallet-" + std::to_string(::getpid()))),
        file(folder / "wallet.json") {
    fs::create_directories(folder);
  }
  ~WalletTest() override { fs::remove_all(folder); }

  static Payment payment(double amount, std::string to = "Alice") {
    Payment wanted;
    wanted.amount = amount;
    wanted.recipient = std::move(to);
    return wanted;
  }
  static std::string refusal(Wallet& wallet, const Payment& wanted) {
    try {
      wallet.pay(wanted);
    } catch (const ToolError& error) {
      return error.what();
    }
    return "none";
  }
  std::string why_not(const std::string& text) {
    std::ofstream(file) << text;
    try {
      Wallet wallet(file, clock, ids);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  }

  const fs::path folder, file;
  ManualClock clock;
  CountingIds ids;
};

TEST_F(WalletTest, PaysAndRemembersAcrossRestarts) {
  {
    Wallet wallet(file, clock, ids);
    EXPECT_EQ(wallet.balance(), 1000);
    EXPECT_FALSE(fs::exists(file));
    wallet.pay(payment(30));
    wallet.pay(payment(0.1, "Bob"));
  }
  Wallet again(file, clock, ids);
  EXPECT_EQ(again.balance(), 969.9);
  EXPECT_EQ(again.payments(), 2u);
  EXPECT_EQ(again.close(), 2u);
  Wallet anew(file, clock, ids);
  EXPECT_EQ(anew.balance(), 1000);
  EXPECT_EQ(anew.payments(), 0u);
}

TEST_F(WalletTest, AReceiptHasTheKeysThatClientsKnow) {
  Wallet wallet({}, clock, ids);
  auto wanted = payment(40.5, "Bob");
  wanted.currency = "EUR";
  const auto receipt = to_json(wallet.pay(wanted)).as_object();
  std::string keys;
  for (const auto& member : receipt) keys += std::string(member.key()) + " ";
  EXPECT_EQ(keys,
            "success transaction_id amount currency recipient description wallet_balance "
            "timestamp ");
  EXPECT_EQ(receipt.at("currency"), json::value("EUR"));
  EXPECT_EQ(receipt.at("wallet_balance"), json::value(959.5));
  EXPECT_EQ(receipt.at("timestamp"), json::value("2024-10-04T00:00:00.000+00:00"));
  EXPECT_EQ(receipt.at("transaction_id").as_string().size(), 16u);
}

TEST_F(WalletTest, CentsAddUpExactly) {
  Wallet wallet({}, clock, ids);
  for (int i = 0; i < 100; ++i) wallet.pay(payment(0.07));
  EXPECT_EQ(wallet.balance(), 993);
}

TEST_F(WalletTest, RefusesWhatCannotBePaid) {
  Wallet wallet(file, clock, ids);
  const std::pair<Payment, std::string> table[] = {
      {payment(0), "the amount must be more than 0"},
      {payment(-5), "the amount must be more than 0"},
      {payment(std::numeric_limits<double>::quiet_NaN()), "the amount must be more than 0"},
      {payment(1e300), "the amount is too large for any wallet"},
      {payment(0.001), "the amount has more than two decimals"},
      {payment(1, ""), "the recipient has no name"},
      {payment(1000.01), "insufficient funds: 1000.01 asked for, 1000.00 in the wallet"},
  };
  for (const auto& [wanted, why] : table) EXPECT_EQ(refusal(wallet, wanted), why);
  EXPECT_EQ(wallet.balance(), 1000);
  EXPECT_FALSE(fs::exists(file));
  wallet.pay(payment(1000));
  EXPECT_EQ(refusal(wallet, payment(0.01)),
            "insufficient funds: 0.01 asked for, 0.00 in the wallet");
}

TEST_F(WalletTest, NothingIsPaidWhenTheDiskRefuses) {
  Wallet wallet(folder / "missing" / "wallet.json", clock, ids);
  EXPECT_EQ(refusal(wallet, payment(30)).find("the wallet could not be written, nothing was"), 0u);
  EXPECT_EQ(wallet.balance(), 1000);
  EXPECT_EQ(wallet.payments(), 0u);
}

TEST_F(WalletTest, IsReplacedAtOnceAndLeavesNothingBehind) {
  Wallet wallet(file, clock, ids);
  wallet.pay(payment(1));
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat(file.c_str(), &before), 0);
  const std::ifstream held(file);  // keeps the old file's number from being used again
  wallet.pay(payment(1));
  ASSERT_EQ(::stat(file.c_str(), &after), 0);
  EXPECT_NE(before.st_ino, after.st_ino);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(WalletTest, AFileThatIsNoWalletIsNamedWithThePlace) {
  const auto where = file.string() + ": ";
  EXPECT_EQ(why_not("{").find(where + "line 1"), 0u) << why_not("{");
  EXPECT_EQ(why_not(R"({"balance_cents": "all", "payments": []})"),
            where + "/balance_cents: expected an integer, found a string");
  EXPECT_EQ(why_not(R"({"balance_cents": -1, "payments": []})"),
            where + "/balance_cents: a wallet is never in debt");
  EXPECT_EQ(
      why_not(R"({"balance_cents": 1, "payments": [{"amount": 1}]})").find(where + "/payments/0/"),
      0u);
}

TEST_F(WalletTest, ManyThreadsPayEachCentOnce) {
  Wallet wallet({}, clock, ids);
  const auto pay = [&] {
    for (int i = 0; i < 250; ++i) wallet.pay(payment(1));
  };
  std::thread one(pay), two(pay);
  one.join(), two.join();
  EXPECT_EQ(wallet.balance(), 500);
  EXPECT_EQ(wallet.payments(), 500u);
}

}  // namespace
}  // namespace holdpoint

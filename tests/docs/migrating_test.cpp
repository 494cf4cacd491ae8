// What docs/migrating.md shows, compiled and run: its code is this file's, word for word.

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "tests/support/world.hpp"

namespace holdpoint::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Accounts {
  double paid = 0;
  void pay_back(double amount) { paid += amount; }
};

struct Press {
  int proofs = 0, published = 0;
  int print_proof(const std::string&) { return ++proofs; }
  void publish(int proof) { published = proof; }
};

struct Bank {
  double sent = 0;
  void send(const std::string&, double amount) { sent += amount; }
};

// 1: from a long-running function tool.

struct Expense {
  std::string purpose;
  double amount = 0;
};
BOOST_DESCRIBE_STRUCT(Expense, (), (purpose, amount))

struct Reimbursed {
  std::string status;
};
BOOST_DESCRIBE_STRUCT(Reimbursed, (), (status))

Task<Reimbursed> reimburse(Expense expense, ToolContext& call, Accounts& accounts) {
  co_await call.approval("Reimburse " + expense.purpose + "?");  // waits here: minutes, or a day
  accounts.pay_back(expense.amount);
  co_return Reimbursed{"paid"};
}

void add_reimburse(Toolbox& tools, Accounts& accounts) {
  tools.add("reimburse", "Pays an expense back.", with(reimburse, accounts), {.approval = asks});
}

// 2: from interrupt().

struct Draft {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(Draft, (), (text))

Task<> publish(Draft draft, ToolContext& call, Press& press) {
  const int proof = press.print_proof(draft.text);  // once, however often is asked below
  co_await call.approval("Is proof " + std::to_string(proof) + " right?");
  try {
    co_await call.approval("Publish it now?");
  } catch (const Denied& no) {
    throw ToolError("kept as a draft: " + no.decision().reason);
  }
  press.publish(proof);
}

void add_publish(Toolbox& tools, Press& press) {
  tools.add("publish", "Prints a proof and publishes it.", with(publish, press),
            {.approval = asks});
}

// 3: from needsApproval.

struct Transfer {
  std::string to;
  double amount = 0;
};
BOOST_DESCRIBE_STRUCT(Transfer, (), (to, amount))

Task<> transfer(Transfer order, ToolContext& call, Bank& bank) {
  if (order.amount > 100) co_await call.approval();
  bank.send(order.to, order.amount);
}

void add_transfer(Toolbox& tools, Bank& bank) {
  tools.add("transfer", "Sends money.", with(transfer, bank), {.approval = asks});
}

class Migrating : public testing::Test {
 protected:
  Migrating() {
    Toolbox tools;
    add_reimburse(tools, accounts);
    add_publish(tools, press);
    add_transfer(tools, bank);
    world.tools.set(std::move(tools));
    reader.emplace(world, world.sessions.open("ann", "chat"));
  }

  void start(const std::string& tool, json::object arguments) {
    world.model.calls({call("c1", tool, std::move(arguments))});
    reader->say("go");
  }

  Accounts accounts;
  Press press;
  Bank bank;
  World world;
  std::optional<Reader> reader;
};

TEST_F(Migrating, ALongRunningToolIsOneCallInOneTurn) {
  start("reimburse", {{"purpose", "the train"}, {"amount", 120}});
  EXPECT_EQ(world.model.heard.size(), 1u);  // the model hears of no "pending"
  world.advance(std::chrono::hours(20));
  EXPECT_EQ(accounts.paid, 0);
  reader->approve("c1");
  EXPECT_EQ(accounts.paid, 120);
  EXPECT_EQ(world.model.heard.size(), 2u);
  EXPECT_THAT(reader->story(),
              ElementsAre("turn", "call c1 reimburse", "ask c1 Reimburse the train?", "approved c1",
                          R"(out c1 {"status":"paid"})", "text done", "end"));
}

TEST_F(Migrating, ALongRunningToolThatIsDeniedOrForgottenDoesNothing) {
  start("reimburse", {{"purpose", "the train"}, {"amount", 120}});
  reader->deny("c1");
  world.model.calls({call("c2", "reimburse", {{"purpose", "the hotel"}, {"amount", 300}})});
  reader->say("and the hotel");
  world.advance(std::chrono::hours(24));
  EXPECT_EQ(accounts.paid, 0);
  EXPECT_EQ(reader->ends(), 2);
}

TEST_F(Migrating, WhatStandsBeforeAQuestionRunsOnce) {
  start("publish", {{"text", "hello"}});
  EXPECT_EQ(press.proofs, 1);
  EXPECT_EQ(reader->last(), "ask c1 Is proof 1 right?");
  reader->approve("c1");
  EXPECT_EQ(reader->last(), "ask c1 Publish it now?");
  reader->approve("c1");
  EXPECT_EQ(press.proofs, 1);
  EXPECT_EQ(press.published, 1);
}

TEST_F(Migrating, ANoMayBeCaughtWhereItIsSaid) {
  start("publish", {{"text", "hello"}});
  reader->approve("c1");
  reader->deny("c1", "not on a Friday");
  EXPECT_THAT(reader->story(), testing::Contains("fail c1 kept as a draft: not on a Friday"));
  EXPECT_EQ(press.published, 0);
}

TEST_F(Migrating, OnlyLargeTransfersAreAskedAbout) {
  start("transfer", {{"to", "Bob"}, {"amount", 100}});
  EXPECT_EQ(bank.sent, 100);
  world.model.calls({call("c2", "transfer", {{"to", "Bob"}, {"amount", 101}})});
  reader->say("more");
  EXPECT_EQ(bank.sent, 100);
  EXPECT_EQ(reader->last(), "ask c2");
  reader->approve("c2");
  EXPECT_EQ(bank.sent, 201);
  EXPECT_EQ(reader->ends(), 2);
}

std::string text_of(const std::string& file) {
  std::ifstream in(HOLDPOINT_SOURCE_DIR "/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(MigratingPage, ShowsOnlyCodeOfThisFile) {
  const std::string page = text_of("docs/migrating.md");
  const std::string code = text_of("tests/docs/migrating_test.cpp");
  const std::string opens = "```cpp\n", closes = "```\n";
  int blocks = 0;
  for (auto from = page.find(opens); from != page.npos; from = page.find(opens, from), ++blocks) {
    from += opens.size();
    const auto to = page.find(closes, from);
    ASSERT_NE(to, page.npos) << "a block that is not closed";
    EXPECT_THAT(code, HasSubstr(page.substr(from, to - from)));
  }
  EXPECT_EQ(blocks, 3);
}

}  // namespace
}  // namespace holdpoint::test

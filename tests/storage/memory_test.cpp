#include "storage/memory.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

class MemoryLedgerTest : public testing::Test {
 protected:
  template <class T>
  T run(Task<T> task) {
    std::optional<T> result;
    asio::co_spawn(io, std::move(task), [&](std::exception_ptr e, T value) {
      EXPECT_FALSE(e);
      result = std::move(value);
    });
    io.restart();
    io.poll();
    return std::move(*result);
  }
  void run(Task<> task) {
    asio::co_spawn(io, std::move(task), [](std::exception_ptr e) { EXPECT_FALSE(e); });
    io.restart();
    io.poll();
  }

  ApprovalPtr question(std::string id, std::string call = "c1", std::string turn = "t1") {
    auto approval = std::make_shared<Approval>();
    approval->id = std::move(id);
    approval->key = {"s", call, 0};
    approval->turn = std::move(turn);
    approval->path = "/0.0/0";
    approval->owner = "ann";
    approval->call = make_call(std::move(call), "pay", json::object{{"amount", 5}});
    return approval;
  }
  Decided decide(std::string id, Outcome outcome, std::string by) {
    DecisionRequest request(std::move(id), outcome, std::move(by), "test");
    return run(ledger.decide(std::move(request), WallTime{}));
  }
  Started start(std::string approval, std::string hash, std::string path = "/0.0") {
    return run(ledger.start({"t1", std::move(path)}, std::move(hash),
                            {Permit::Kind::approval, std::move(approval)}));
  }

  asio::io_context io;
  MemoryLedger driver{2};
  Ledger ledger{driver};
};

TEST_F(MemoryLedgerTest, AskIsIdempotentAndAnswersWithTheDecisionThereIs) {
  EXPECT_FALSE(run(ledger.ask(question("a"))).decision);
  EXPECT_FALSE(run(ledger.ask(question("a"))).decision);
  decide("a", Outcome::approved, "ann");
  EXPECT_EQ(run(ledger.ask(question("a"))).decision->outcome, Outcome::approved);
}

TEST_F(MemoryLedgerTest, TheFirstDecisionWinsAndTheLoserLearnsWho) {
  run(ledger.ask(question("a")));
  EXPECT_TRUE(std::holds_alternative<Won>(decide("a", Outcome::denied, "ann").result));
  const auto second = decide("a", Outcome::approved, "bob");
  ASSERT_TRUE(std::holds_alternative<Lost>(second.result));
  EXPECT_EQ(std::get<Lost>(second.result).winner.by, "ann");
  EXPECT_EQ(run(ledger.find("a"))->decision->outcome, Outcome::denied);
  EXPECT_TRUE(std::holds_alternative<Unknown>(decide("b", Outcome::approved, "ann").result));
}

TEST_F(MemoryLedgerTest, OnlyAnApprovalOfExactlyTheseArgumentsStartsACallAndOnlyOnce) {
  const auto asked = question("a");
  run(ledger.ask(asked));
  EXPECT_EQ(start("a", asked->call->args_hash), Started::refused);  // not decided yet
  decide("a", Outcome::approved, "ann");
  EXPECT_EQ(start("a", "another hash"), Started::refused);
  EXPECT_EQ(start("unknown", asked->call->args_hash), Started::refused);
  EXPECT_EQ(start("a", asked->call->args_hash), Started::started);
  EXPECT_EQ(start("a", asked->call->args_hash), Started::refused);  // its permit is taken
  EXPECT_EQ(start("a", asked->call->args_hash, "/0.1"), Started::refused);
}

TEST_F(MemoryLedgerTest, ADeniedApprovalStartsNothing) {
  const auto asked = question("a");
  run(ledger.ask(asked));
  decide("a", Outcome::denied, "ann");
  EXPECT_EQ(start("a", asked->call->args_hash), Started::refused);
}

TEST_F(MemoryLedgerTest, AStepStartsOnceWhateverItsPermit) {
  const Permit declared{Permit::Kind::declared, "declared"};
  EXPECT_EQ(run(ledger.start({"t1", "/0.0"}, "h", declared)), Started::started);
  EXPECT_EQ(run(ledger.start({"t1", "/0.0"}, "h", declared)), Started::before);
  EXPECT_EQ(run(ledger.start({"t2", "/0.0"}, "h", declared)), Started::started);
}

TEST_F(MemoryLedgerTest, EndedTurnsAreRememberedUpToALimit) {
  for (const auto* id : {"1", "2", "3"}) {
    run(ledger.ask(question(id, std::string("c") + id, std::string("t") + id)));
    decide(id, Outcome::approved, "ann");
    run(ledger.close_turn(std::string("t") + id));
  }
  EXPECT_FALSE(run(ledger.find("1")));
  EXPECT_FALSE(run(ledger.find_call("s", "c1")));
  EXPECT_TRUE(run(ledger.find("2")));
  EXPECT_EQ(run(ledger.find_call("s", "c3"))->approval->id, "3");
}

TEST_F(MemoryLedgerTest, ManyDecidersOneWinner) {
  for (int round = 0; round < 50; ++round) {
    const auto id = "a" + std::to_string(round);
    run(ledger.ask(question(id, id)));
    std::atomic<int> won{0};
    std::vector<std::thread> deciders;
    for (int i = 0; i < 4; ++i) {
      deciders.emplace_back([&, i] {
        asio::io_context own;
        DecisionRequest request(id, i % 2 ? Outcome::approved : Outcome::denied, "x", "test");
        asio::co_spawn(own, ledger.decide(std::move(request), WallTime{}),
                       [&](std::exception_ptr, Decided decided) {
                         won += std::holds_alternative<Won>(decided.result);
                       });
        own.run();
      });
    }
    for (auto& decider : deciders) decider.join();
    EXPECT_EQ(won, 1);
  }
}

}  // namespace
}  // namespace holdpoint

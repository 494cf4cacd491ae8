#include "runtime/task_group.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

class TaskGroupTest : public testing::Test {
 protected:
  void poll() {
    io.restart();
    io.poll();
  }
  asio::io_context io;
  TaskGroup group{asio::make_strand(io.get_executor())};
  Parked<bool> gate;
  int started = 0, ended = 0;

  Task<> waits() {
    ++started;
    struct End {
      int& count;
      ~End() { ++count; }
    } end{ended};
    co_await wait_for(gate);
  }
  Task<> throws() {
    throw std::runtime_error("broken");
    co_return;
  }
  bool join() {
    asio::co_spawn(io, group.join(), [this](std::exception_ptr) { joined = true; });
    poll();
    return joined;
  }
  bool joined = false;
};

TEST_F(TaskGroupTest, StartsByAPostAndIsJoined) {
  group.spawn("a", waits());
  EXPECT_EQ(started, 0);
  poll();
  EXPECT_EQ(started, 1);
  EXPECT_FALSE(join());
  gate.set(true);
  poll();
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(group.empty());
}

TEST_F(TaskGroupTest, CancelsATaskBeforeItHasStarted) {
  const auto number = group.spawn("a", waits());
  group.cancel(number);
  poll();
  EXPECT_EQ(ended, started);
  EXPECT_TRUE(join());
}

TEST_F(TaskGroupTest, CancelOfAnEndedTaskIsIgnored) {
  gate.set(true);
  const auto number = group.spawn("a", waits());
  poll();
  EXPECT_EQ(ended, 1);
  group.cancel(number);
  EXPECT_TRUE(join());
}

TEST_F(TaskGroupTest, AnExceptionEndsItsTaskAndNoOther) {
  group.spawn("a", throws());
  group.spawn("b", waits());
  poll();
  EXPECT_EQ(started, 1);
  EXPECT_EQ(ended, 0);
  group.cancel_all();
  EXPECT_TRUE(join());
  EXPECT_EQ(ended, 1);
}

}  // namespace
}  // namespace holdpoint

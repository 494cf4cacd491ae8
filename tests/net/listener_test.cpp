#include "transport/net/listener.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using asio::ip::tcp;

// How many descriptors a process may have, for as long as this lives.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t most) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit now{most, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &now);
  }
  ~DescriptorLimit() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

// The lowest that the next open would get, and so the limit at which it fails.
int next_descriptor() {
  const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::close(next);
  return next;
}

struct Listening : testing::Test {
  void start(std::size_t connections_max) {
    listener = std::make_unique<Listener>(io.get_executor(), connections_max);
    const auto bound = listener->open({"127.0.0.1", 0});
    ASSERT_TRUE(bound);
    EXPECT_NE(bound->port, 0);
    where = *bound;
    const auto keep = [this](tcp::socket socket) { accepted.push_back(std::move(socket)); };
    asio::co_spawn(io, listener->run(io.get_executor(), keep),
                   [this](std::exception_ptr) { ended = true; });
  }
  ~Listening() override {
    if (listener) listener->close();
    run_until([this] { return ended; });
  }
  void connect(tcp::socket& socket) {
    socket.connect({asio::ip::make_address(where.host), where.port});
  }
  template <class Done>
  void run_until(Done done) {
    io.restart();
    while (!done() && io.run_one_for(std::chrono::seconds(10)) > 0) {
    }
    EXPECT_TRUE(done());
  }

  asio::io_context io;
  std::unique_ptr<Listener> listener;
  Endpoint where;
  std::vector<tcp::socket> accepted;
  bool ended = false;
};

TEST_F(Listening, AcceptsAndStops) {
  start(10);
  tcp::socket one(io), two(io);
  connect(one);
  connect(two);
  run_until([this] { return accepted.size() == 2; });
  listener->close();
  run_until([this] { return ended; });
}

TEST_F(Listening, APortInUseIsSaidInOneLine) {
  start(10);
  Listener second(io.get_executor(), 10);
  const auto bound = second.open(where);
  ASSERT_FALSE(bound);
  EXPECT_EQ(to_string(bound.error()), to_string(where) + ": the port is in use by another program");
}

TEST_F(Listening, WaitsForRoom) {
  start(1);
  tcp::socket one(io), two(io);
  connect(one);
  connect(two);  // the kernel has it
  run_until([this] { return accepted.size() == 1; });
  io.poll();
  EXPECT_EQ(accepted.size(), 1u);
  listener->released();
  run_until([this] { return accepted.size() == 2; });
}

TEST_F(Listening, OutlastsAProcessWithoutDescriptors) {
  start(10);
  tcp::socket client(io, tcp::v4());
  {
    const DescriptorLimit none_left(static_cast<rlim_t>(next_descriptor()));
    connect(client);
    run_until([this] { return listener->starved(); });
    EXPECT_EQ(accepted.size(), 0u);
  }
  run_until([this] { return accepted.size() == 1; });
  EXPECT_FALSE(listener->starved());
}

}  // namespace
}  // namespace holdpoint

#include "app/waiting.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

std::string printed(std::string_view list) {
  std::ostringstream out;
  print_waiting(out, parse_json(list).value());
  return out.str();
}

TEST(PrintWaiting, NothingIsSaidToo) {
  EXPECT_EQ(printed(R"({"now": 0, "waiting": []})"), "nothing waits\n");
}

TEST(PrintWaiting, OneCallWithEverything) {
  EXPECT_EQ(printed(R"({"now": 100000, "waiting": [{"approvalId": "confirm-1", "chat": "lunch",
      "toolCallId": "c1", "tool": "pay", "input": {"to": "bob\u001b[2J"}, "question": 2,
      "prompt": "Really?", "risk": 4, "askedAt": 95000, "deadline": 700000, "watchers": 1}]})"),
            "pay {\"to\":\"bob\\u001b[2J\"}\n"
            "  question 2 \"Really?\", asked 5 s ago, 10 min left, watched by 1\n"
            "  confirm-1 in chat lunch\n");
}

TEST(PrintWaiting, OneThatWaitsForEver) {
  EXPECT_EQ(printed(R"({"now": 9000000, "waiting": [{"approvalId": "confirm-1", "toolCallId": "c",
      "tool": "pay", "input": {}, "question": 1, "risk": 4, "askedAt": 0, "watchers": 0}]})"),
            "pay {}\n  question 1, asked 2 h ago, no deadline, watched by 0\n  confirm-1\n");
}

}  // namespace
}  // namespace holdpoint

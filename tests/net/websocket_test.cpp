#include "transport/net/websocket.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

TEST(CloseReason, ShortTextStays) {
  EXPECT_EQ(fit_close_reason("too bad"), "too bad");
  EXPECT_EQ(fit_close_reason(std::string(123, 'x')), std::string(123, 'x'));
}

TEST(CloseReason, IsCutBetweenCharacters) {
  EXPECT_EQ(fit_close_reason(std::string(124, 'x')).size(), 123u);
  std::string text;
  while (text.size() < 200) text += "\xE2\x82\xAC";  // three bytes; 123 is 41 of them
  EXPECT_EQ(fit_close_reason(text).size(), 123u);
  EXPECT_EQ(fit_close_reason("x" + text).size(), 121u);
  EXPECT_EQ(fit_close_reason("xx" + text).size(), 122u);
}

}  // namespace
}  // namespace holdpoint

#include "app/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

TEST(DidYouMean, CountsSlips) {
  EXPECT_EQ(edit_distance("listen", "listen"), 0U);
  EXPECT_EQ(edit_distance("Listen", "listen"), 0U);
  EXPECT_EQ(edit_distance("listne", "listen"), 1U);  // two neighbours swapped are one slip
  EXPECT_EQ(edit_distance("lsten", "listen"), 1U);
  EXPECT_EQ(edit_distance("liisten", "listen"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
}

TEST(DidYouMean, NamesOnlyWhatIsNear) {
  const std::vector<std::string_view> known{"allow", "ask", "always", "deny"};
  EXPECT_EQ(nearest("alow", known), "allow");
  EXPECT_EQ(nearest("DENY", known), "deny");
  EXPECT_EQ(nearest("aks", known), "ask");
  EXPECT_EQ(nearest("xyz", known), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a'), known), "");
  EXPECT_EQ(did_you_mean("alow", known), "; did you mean \"allow\"?");
  EXPECT_EQ(did_you_mean("perhaps", known), "");
}

}  // namespace
}  // namespace holdpoint

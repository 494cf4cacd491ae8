#include "transport/net/url.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

TEST(PercentEncoding, ThereAndBack) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(percent_decode(percent_encode(all)), all);
  EXPECT_EQ(percent_encode("a b/\xC3\xA9"), "a%20b%2F%C3%A9");
}

TEST(PercentEncoding, BrokenOnesAreNotGuessed) {
  for (const char* text : {"%", "%4", "%zz", "a%2"}) EXPECT_EQ(percent_decode(text), std::nullopt);
}

TEST(RequestTarget, PathIsDecoded) {
  EXPECT_EQ(path_of("/"), "/");
  EXPECT_EQ(path_of("/a%20b?c=/d"), "/a b");
  EXPECT_EQ(path_of("/live?x"), "/live");
  for (const char* target : {"", "*", "live", "/%zz", "/a b", "http://a/"}) {
    EXPECT_EQ(path_of(target), std::nullopt) << target;
  }
}

TEST(RequestTarget, QueryParameters) {
  EXPECT_EQ(query_parameter("/?token=a%3Db&x=1", "token"), "a=b");
  EXPECT_EQ(query_parameter("/?x=1&token=2&token=3", "token"), "2");
  EXPECT_EQ(query_parameter("/?token", "token"), "");
  EXPECT_EQ(query_parameter("/?tokens=1", "token"), std::nullopt);
  EXPECT_EQ(query_parameter("/token=1", "token"), std::nullopt);
  EXPECT_EQ(query_parameter("/?token=%", "token"), std::nullopt);
}

TEST(Cookies, AreFoundAmongOthers) {
  const auto has = [](std::string_view header, std::string_view name, std::string_view value) {
    return any_cookie(header, name, [value](std::string_view found) { return found == value; });
  };
  EXPECT_TRUE(has("t=1", "t", "1"));
  EXPECT_TRUE(has("a=0; t=1; b=2", "t", "1"));
  EXPECT_TRUE(has("a=0;t=1", "t", "1"));
  EXPECT_TRUE(has("t=0; t=1", "t", "1"));
  EXPECT_TRUE(has("t=a=b", "t", "a=b"));
  EXPECT_FALSE(has("xt=1", "t", "1"));
  EXPECT_FALSE(has("t", "t", ""));
  EXPECT_FALSE(has("", "t", ""));
  EXPECT_FALSE(has(";;;", "t", ""));
}

TEST(ServerUrl, TakesWhatPeopleHaveAtHand) {
  const auto url = parse_server_url("ws://127.0.0.1:8080/live");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->endpoint, (Endpoint{"127.0.0.1", 8080}));
  EXPECT_EQ(url->target, "/live");
  EXPECT_EQ(url->token, "");

  const auto link = parse_server_url("http://127.0.0.1:8080/?token=abc");
  ASSERT_TRUE(link);
  EXPECT_EQ(link->target, "/live");
  EXPECT_EQ(link->token, "abc");
  EXPECT_EQ(to_string(*link), "ws://127.0.0.1:8080/live");

  const auto bare = parse_server_url("[::1]:9");
  ASSERT_TRUE(bare);
  EXPECT_EQ(to_string(*bare), "ws://[::1]:9/live");

  const auto other = parse_server_url("ws://example.org/chat/x?a=b%20c&token=t&d");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->endpoint, (Endpoint{"example.org", 80}));
  EXPECT_EQ(other->target, "/chat/x?a=b%20c&d");
  EXPECT_EQ(other->token, "t");
}

TEST(ServerUrl, SaysWhatIsWrongButNotTheToken) {
  const std::pair<const char*, const char*> faults[] = {
      {"wss://a/live", "\"wss://a/live\": TLS is not spoken here yet; use ws://"},
      {"ftp://a/", "\"ftp://a/\": expected ws://HOST:PORT/live"},
      {"ws://:80/", "\"ws://:80/\": the host is missing"},
      {"ws://me:x@a/", "\"ws://me:x@a/\": a user name has no meaning here"},
      {"ws://a:99999/?token=secret",
       "\"ws://a:99999/\": the port \"99999\": is not a port (0 to 65535)"},
      {"ws://a b/?token=secret", "\"ws://a b/\": is not a URL"},
      {"nowhere", "\"nowhere\": expected HOST:PORT"},
  };
  for (const auto& [text, said] : faults) {
    const auto url = parse_server_url(text);
    ASSERT_FALSE(url) << text;
    EXPECT_EQ(to_string(url.error()), said);
  }
}

}  // namespace
}  // namespace holdpoint

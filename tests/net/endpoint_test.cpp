#include "transport/net/endpoint.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

TEST(Endpoint, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(*parse_host_port("127.0.0.1:8080"), (Endpoint{"127.0.0.1", 8080}));
  EXPECT_EQ(*parse_host_port("localhost:0"), (Endpoint{"localhost", 0}));
  EXPECT_EQ(*parse_host_port("[::1]:65535"), (Endpoint{"::1", 65535}));
}

TEST(Endpoint, IsWrittenSoThatItCanBeRead) {
  for (const char* text : {"127.0.0.1:8080", "[::1]:80", "example.org:443"}) {
    EXPECT_EQ(to_string(*parse_host_port(text)), text);
  }
}

TEST(Endpoint, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> faults[] = {
      {"", "\"\": expected HOST:PORT"},
      {"8080", "\"8080\": expected HOST:PORT"},
      {":8080", "\":8080\": the host is missing; expected HOST:PORT"},
      {"a:", "\"a:\": after the colon: is not a port (0 to 65535)"},
      {"a:65536", "\"a:65536\": after the colon: is not a port (0 to 65535)"},
      {"a:-1", "\"a:-1\": after the colon: is not a port (0 to 65535)"},
      {"a:80x", "\"a:80x\": after the colon: is not a port (0 to 65535)"},
      {"::1:80", "\"::1:80\": an IPv6 address is written in brackets: [::1]:8080"},
      {"[::1:80", "\"[::1:80\": expected [IPV6]:PORT"},
      {"[here]:80", "\"[here]:80\": there is no IPv6 address within the brackets"},
      {"a b:80", "\"a b:80\": is not a host"},
      {"a/b:80", "\"a/b:80\": is not a host"},
  };
  for (const auto& [text, said] : faults) {
    const auto endpoint = parse_host_port(text);
    ASSERT_FALSE(endpoint) << text;
    EXPECT_EQ(to_string(endpoint.error()), said);
  }
}

TEST(Endpoint, KnowsLoopback) {
  EXPECT_TRUE(is_loopback("localhost"));
  EXPECT_TRUE(is_loopback("127.0.0.2"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_FALSE(is_loopback("192.168.1.2"));
  EXPECT_FALSE(is_loopback("localhost.example.org"));
}

}  // namespace
}  // namespace holdpoint

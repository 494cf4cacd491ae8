#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/transport/served.hpp"

namespace holdpoint::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Http : Served {
  Http() {
    std::string pattern = testing::TempDir() + "holdpoint-XXXXXX";
    options.state_dir = dir = mkdtemp(pattern.data());
    options.principal = "ada";
    options.version = "1.2.3";
  }
  ~Http() override { std::filesystem::remove_all(dir); }

  std::string token() const { return *read_token(token_path(dir, where.port)); }
  std::string bearer() const { return "Authorization: Bearer " + token() + "\r\n"; }

  std::filesystem::path dir;
};

TEST_F(Http, HealthIsForEverybody) {
  serve();
  const std::string answer =
      exchange("GET /healthz HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(answer.ends_with("\r\n\r\nok\n")) << answer;
}

TEST_F(Http, ThePageWantsTheToken) {
  serve();
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 401 Unauthorized\r\n"));
  const std::string page = get("/", bearer());
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(page, HasSubstr("Version 1.2.3, model <code>list</code>. You are <code>ada</code>"));
  EXPECT_THAT(page, Not(HasSubstr(token())));
}

TEST_F(Http, TheLinkBecomesACookie) {
  serve();
  const std::string link = server->link();
  const std::string answer = get(link.substr(link.find("/?")));
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 303 See Other\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nLocation: /\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nReferrer-Policy: no-referrer\r\n"));
  const std::string set = "\r\nSet-Cookie: ";
  ASSERT_THAT(answer, HasSubstr(set));
  const auto begin = answer.find(set) + set.size();
  const std::string cookie = answer.substr(begin, answer.find(';', begin) - begin);
  const std::string page = get("/", "Cookie: " + cookie + "\r\n");
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(page, HasSubstr("connect-src 'self'"));  // or its console could not chat
}

TEST_F(Http, ChatWantsTheTokenToo) {
  serve();
  EXPECT_THAT(refused(), StartsWith("the server answered 401 Unauthorized: open the link"));
  EXPECT_EQ(refused({{"Authorization", "Bearer " + token()}}), "connected");
}

TEST_F(Http, WrongHostAndOrigin) {
  serve();
  EXPECT_THAT(exchange("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n" + bearer() +
                       "\r\n"),
              StartsWith("HTTP/1.1 421 "));
  EXPECT_THAT(refused({{"Authorization", "Bearer " + token()}, {"Origin", "http://evil.example"}}),
              StartsWith("the server answered 403 Forbidden: pages of that Origin"));
}

TEST_F(Http, SaysWhatIsNotThere) {
  options.auth = false;
  serve();
  EXPECT_THAT(get("/nothing"), StartsWith("HTTP/1.1 404 Not Found\r\n"));
  const std::string host = " HTTP/1.1\r\nHost: " + to_string(where) + "\r\nConnection: close\r\n";
  const std::string posted = exchange("POST /" + host + "Content-Length: 3\r\n\r\nabc");
  EXPECT_THAT(posted, StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"));
  EXPECT_THAT(posted, HasSubstr("\r\nAllow: GET\r\n"));
  EXPECT_THAT(get("/live"), StartsWith("HTTP/1.1 426 Upgrade Required\r\n"));
  EXPECT_THAT(exchange("POST /live" + host + "\r\n"), StartsWith("HTTP/1.1 405 "));
}

TEST_F(Http, HeadHasNoBody) {
  serve();
  const std::string answer =
      exchange("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, HasSubstr("\r\nContent-Length: 3\r\n"));
  EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << answer;
}

TEST_F(Http, OneConnectionManyRequests) {
  serve();
  const std::string one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const std::string last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const std::string answers = exchange(one + one + last);
  int count = 0;
  std::size_t at = 0;
  for (; (at = answers.find("HTTP/1.1 200", at)) != std::string::npos; ++at) ++count;
  EXPECT_EQ(count, 3);
}

TEST_F(Http, NotARequest) {
  serve();
  EXPECT_THAT(exchange("what is this?\r\n\r\n"), StartsWith("HTTP/1.1 400 Bad Request\r\n"));
}

TEST_F(Http, HeaderFlood) {
  serve();
  std::string flood = "GET / HTTP/1.1\r\nHost: " + to_string(where) + "\r\n";
  while (flood.size() < 20 * world.limits.header_bytes_max) flood += "X-Flood: aaaaaaaaaaaa\r\n";
  EXPECT_THAT(exchange(flood), StartsWith("HTTP/1.1 431 "));
}

TEST_F(Http, FurtherDoorsAreRowsOfTheTable) {
  const auto echo = [](Visit visit) -> Task<HttpResponse> {
    co_return respond(http::status::ok, visit.principal + ": " + visit.request.body());
  };
  const auto broken = [](Visit) -> Task<HttpResponse> {
    throw std::runtime_error("secret detail");
    co_return HttpResponse{};
  };
  options.routes = {{"/echo", http::verb::post, false, echo},
                    {"/broken", http::verb::get, false, broken}};
  options.auth = false;
  world.limits.frame_bytes_max = 1000;
  serve();
  const std::string head = "POST /echo HTTP/1.1\r\nHost: " + to_string(where) +
                           "\r\nConnection: close\r\nContent-Length: ";
  EXPECT_TRUE(exchange(head + "2\r\n\r\nhi").ends_with("\r\n\r\nanyone: hi"));
  const std::string too_long(1001, 'x');
  EXPECT_THAT(exchange(head + "1001\r\n\r\n" + too_long), StartsWith("HTTP/1.1 413 "));
  EXPECT_THAT(get("/echo"), HasSubstr("Allow: POST"));
  const std::string failed = get("/broken");
  EXPECT_THAT(failed, StartsWith("HTTP/1.1 500 "));
  EXPECT_THAT(failed, Not(HasSubstr("secret detail")));
}

TEST_F(Http, WithoutAuthenticationOnlyOnLoopback) {
  options.auth = false;
  options.listen = {"0.0.0.0", 0};
  ChatServer open(world.io.get_executor(), world.sessions, world.services, options);
  const auto bound = open.listen();
  ASSERT_FALSE(bound);
  EXPECT_EQ(bound.error().what, "without authentication only loopback may be listened on");
}

TEST_F(Http, AConnectionWithoutRequestsEndsWithTheServer) {
  serve();
  tcp::socket idle(world.io);
  idle.connect({asio::ip::make_address(where.host), where.port});
  world.poll();
  stop();
  error_code error;
  char byte = 0;
  idle.read_some(asio::buffer(&byte, 1), error);
  EXPECT_EQ(error, asio::error::eof);
}

}  // namespace
}  // namespace holdpoint::test

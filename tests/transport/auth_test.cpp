#include "transport/auth.hpp"

#include <gtest/gtest.h>

#include "transport/net/url.hpp"

namespace holdpoint {
namespace {

const AuthConfig guarded{
    "s3cret", "ada", {"127.0.0.1", 8080}, {"proxy.example"}, {"https://ui.example"}};
const AuthConfig unguarded{"", "ada", {"127.0.0.1", 8080}, {}, {}};

// "as NAME", the status of a refusal, or where a browser is sent.
std::string in_words(const Admission& admission) {
  if (const auto* principal = std::get_if<Principal>(&admission)) return "as " + principal->name;
  if (const auto* no = std::get_if<Refusal>(&admission)) return std::to_string(no->status);
  return "to " + std::get<SetCookieAndRedirect>(admission).location;
}

struct Case {
  const char* what;
  RequestParts request;
  const char* expected;
};

void check(const AuthConfig& config, const std::vector<Case>& cases) {
  for (const auto& [what, request, expected] : cases) {
    EXPECT_EQ(in_words(authorise(request, config)), expected) << what;
  }
}

constexpr std::string_view here = "127.0.0.1:8080";
constexpr std::string_view bearer = "Bearer s3cret";

TEST(Authorise, AsksForTheToken) {
  check(guarded,
        {{"nothing", {"GET", "/", here, "", "", ""}, "401"},
         {"bearer", {"GET", "/", here, "", "", bearer}, "as ada"},
         {"the scheme in any case", {"GET", "/", here, "", "", "bEARER  s3cret"}, "as ada"},
         {"wrong bearer", {"GET", "/", here, "", "", "Bearer s3creT"}, "401"},
         {"longer bearer", {"GET", "/", here, "", "", "Bearer s3crets"}, "401"},
         {"empty bearer", {"GET", "/", here, "", "", "Bearer "}, "401"},
         {"another scheme", {"GET", "/", here, "", "", "Basic s3cret"}, "401"},
         {"cookie", {"GET", "/live", here, "", "a=b; holdpoint_token=s3cret", ""}, "as ada"},
         {"wrong cookie", {"GET", "/live", here, "", "holdpoint_token=", ""}, "401"},
         {"cookie of another name", {"GET", "/live", here, "", "token=s3cret", ""}, "401"}});
}

TEST(Authorise, TheLinkSetsACookieAndLeavesTheAddressBar) {
  check(guarded, {{"link", {"GET", "/?token=s3cret", here, "", "", ""}, "to /"},
                  {"link, encoded", {"GET", "/?a=b&token=s%33cret", here, "", "", ""}, "to /"},
                  {"wrong link", {"GET", "/?token=other", here, "", "", ""}, "401"},
                  {"not elsewhere", {"GET", "/live?token=s3cret", here, "", "", ""}, "401"},
                  {"not posted", {"POST", "/?token=s3cret", here, "", "", ""}, "401"}});
  const auto admission = authorise({"GET", "/?token=s3cret", here, "", "", ""}, guarded);
  EXPECT_EQ(std::get<SetCookieAndRedirect>(admission).cookie,
            "holdpoint_token=s3cret; HttpOnly; SameSite=Strict; Path=/");
}

TEST(Authorise, AnswersToItsNamesOnly) {
  check(guarded, {{"localhost", {"GET", "/", "LocalHost:8080", "", "", bearer}, "as ada"},
                  {"IPv6", {"GET", "/", "[::1]:8080", "", "", bearer}, "as ada"},
                  {"configured", {"GET", "/", "proxy.example", "", "", bearer}, "as ada"},
                  {"configured, port", {"GET", "/", "proxy.example:99", "", "", bearer}, "as ada"},
                  {"rebound name", {"GET", "/", "evil.example:8080", "", "", bearer}, "421"},
                  {"another port", {"GET", "/", "127.0.0.1:80", "", "", bearer}, "421"},
                  {"no port", {"GET", "/", "127.0.0.1", "", "", bearer}, "421"},
                  {"none", {"GET", "/", "", "", "", bearer}, "421"},
                  {"nonsense", {"GET", "/", "a b:x:y", "", "", bearer}, "421"},
                  {"even the link", {"GET", "/?token=s3cret", "evil.example", "", "", ""}, "421"}});
}

TEST(Authorise, PagesOfOtherOriginsMayNotConnect) {
  check(guarded,
        {{"same", {"GET", "/live", here, "http://127.0.0.1:8080", "", bearer}, "as ada"},
         {"configured", {"GET", "/live", here, "https://ui.example", "", bearer}, "as ada"},
         {"behind TLS",
          {"GET", "/", "proxy.example", "https://proxy.example", "", bearer}, "as ada"},
         {"other", {"GET", "/live", here, "http://evil.example", "", bearer}, "403"},
         {"other port", {"GET", "/live", here, "http://127.0.0.1:3000", "", bearer}, "403"},
         {"other name of here", {"GET", "/live", here, "http://localhost:8080", "", bearer}, "403"},
         {"other scheme", {"GET", "/live", here, "ftp://127.0.0.1:8080", "", bearer}, "403"},
         {"hidden", {"GET", "/live", here, "null", "", bearer}, "403"}});
}

TEST(Authorise, WithoutAuthOnlyPagesOfThisMachine) {
  check(unguarded,
        {{"no page", {"GET", "/", here, "", "", ""}, "as anyone"},
         {"the seed's frontend",
          {"GET", "/live", here, "http://localhost:3000", "", ""}, "as anyone"},
         {"IPv6", {"GET", "/live", here, "http://[::1]:3000", "", ""}, "as anyone"},
         {"a foreign page", {"GET", "/live", here, "http://evil.example", "", ""}, "403"},
         {"one that looks local",
          {"GET", "/live", here, "http://localhost.evil.example:3000", "", ""}, "403"},
         {"a rebound name", {"GET", "/", "evil.example:8080", "", "", ""}, "421"},
         {"a token is nothing", {"GET", "/?token=", here, "", "", ""}, "as anyone"}});
}

TEST(Authorise, NoTokenInWhatIsSaid) {
  const auto admission = authorise({"GET", "/", here, "", "", "Bearer wrong"}, guarded);
  EXPECT_EQ(std::get<Refusal>(admission).text.find("s3cret"), std::string::npos);
  EXPECT_EQ(std::get<Refusal>(admission).text.find("wrong"), std::string::npos);
}

TEST(Token, IsLongAndNew) {
  EXPECT_EQ(new_token().size(), 48u);
  EXPECT_NE(new_token(), new_token());
}

TEST(Token, ItsLinkIsWhatAClientTakes) {
  const auto url = parse_server_url(link_for(guarded));
  ASSERT_TRUE(url);
  EXPECT_EQ(url->token, "s3cret");
  EXPECT_EQ(url->endpoint, guarded.listening);
  EXPECT_EQ(link_for(unguarded), "http://127.0.0.1:8080/");
}

}  // namespace
}  // namespace holdpoint

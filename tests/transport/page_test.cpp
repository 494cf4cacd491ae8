#include "transport/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

ToolPtr tool(std::string name, std::string description, ToolTraits traits) {
  return std::make_shared<const Tool>(
      Tool{{std::move(name), std::move(description), {}, std::move(traits)}, {}});
}

TEST(Page, ShowsWhatRunsAndHowToChat) {
  PageFacts facts{"1.2.3", "scripted", "ada", {"127.0.0.1", 8080}, "/home/ada/token-8080", {}, {}};
  facts.tools = {tool("pay", "Pays somebody.", {.approval = Asks::asks, .risk = 4}),
                 tool("look", "Looks.", {.effects = Effects::read_only, .risk = 0})};
  facts.policy.rules = {{"look", Rule::Says::deny, false}};
  const std::string page = render_page(facts);
  EXPECT_THAT(page, HasSubstr("Version 1.2.3, model <code>scripted</code>"));
  EXPECT_THAT(page, HasSubstr("<code>pay</code><td>Pays somebody.<td>approval asks, effects once, "
                              "risk L4<td>starts, and asks on its way (as declared)"));
  EXPECT_THAT(page, HasSubstr("is refused (rule <code>look</code>: deny)"));
  EXPECT_THAT(page, HasSubstr("holdpoint chat ws://127.0.0.1:8080/live"));
  EXPECT_THAT(page, HasSubstr("$(cat &#39;/home/ada/token-8080&#39;)"));
}

TEST(Page, EscapesEverything) {
  const std::string evil = "<script>'\"&";
  PageFacts facts{evil, evil, evil, {evil, 1}, evil, {tool(evil, evil, {})}, {}};
  facts.policy.rules = {{"*<script>*", Rule::Says::ask, false}};
  const std::string page = render_page(facts);
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;&#39;&quot;&amp;"));
}

}  // namespace
}  // namespace holdpoint

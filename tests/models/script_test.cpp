#include "models/script.hpp"

#include <gtest/gtest.h>

#include "models/model_from.hpp"
#include "models/text_file.hpp"

namespace holdpoint {
namespace {

// "tool {arguments}" for each call.
std::vector<std::string> calls_for(std::string_view said) {
  std::vector<std::string> calls;
  for (const auto& call : plan_for(demo_script(), said).calls)
    calls.push_back(call.tool + " " + write_json(call.arguments, JsonStyle::canonical));
  return calls;
}

using Calls = std::vector<std::string>;

std::string payment(const std::string& amount, const std::string& who,
                    const std::string& currency) {
  return "process_payment {\"amount\":" + amount +
         (currency.empty() ? "" : ",\"currency\":\"" + currency + "\"") + ",\"recipient\":\"" +
         who + "\"}";
}

TEST(DemoScript, UnderstandsPayments) {
  const std::pair<std::string_view, Calls> table[] = {
      {"pay Alice 30", {payment("30", "Alice", "")}},
      {"Pay Alice 30 dollars.", {payment("30", "Alice", "USD")}},
      {"please pay alice $30", {payment("30", "alice", "USD")}},
      {"send 30.50 USD to Bob", {payment("30.5", "Bob", "USD")}},
      {"Send €1,200 to Mary Ann", {payment("1200", "Mary Ann", "EUR")}},
      {"transfer 12 euros to bob@example.org", {payment("12", "bob@example.org", "EUR")}},
      {"Process a payment of $100 to Alice", {payment("100", "Alice", "USD")}},
      {"pay Alice 30 and Bob 40 dollars",
       {payment("30", "Alice", ""), payment("40", "Bob", "USD")}},
      {"Pay Alice 30, Bob 40 and Carol 50 EUR",
       {payment("30", "Alice", ""), payment("40", "Bob", ""), payment("50", "Carol", "EUR")}},
      {"pay $30 to Alice and $40 to Bob",
       {payment("30", "Alice", "USD"), payment("40", "Bob", "USD")}},
      {"pay Bob -5 dollars", {payment("-5", "Bob", "USD")}},
      {"send money to Alice: 30 dollars", {payment("30", "Alice", "USD")}},
      {"pay Alice 30 and Bob 30 each", {}},
      {"pay", {}},
      {"pay 30 dollars", {}},
  };
  for (const auto& [said, calls] : table) EXPECT_EQ(calls_for(said), calls) << said;
}

TEST(DemoScript, APaymentForSomethingSaysWhat) {
  EXPECT_EQ(calls_for("pay Alice 30 dollars for lunch"),
            (Calls{R"(process_payment {"amount":30,"currency":"USD","description":"lunch",)"
                   R"("recipient":"Alice"})"}));
}

TEST(DemoScript, UnderstandsTheOtherTools) {
  const std::pair<std::string_view, Calls> table[] = {
      {"What's the weather in Tokyo?", {R"(get_weather {"location":"Tokyo"})"}},
      {"weather in new york tomorrow?", {R"(get_weather {"location":"new york"})"}},
      {"Will it rain in London and in New York?",
       {R"(get_weather {"location":"London"})", R"(get_weather {"location":"New York"})"}},
      {"weather", {}},
      {"Where am I?", {"get_location {}"}},
      {"tell me my current location", {"get_location {}"}},
      {"play track 2", {R"(change_bgm {"track":2})"}},
      {"Change the background music to the first track", {R"(change_bgm {"track":1})"}},
      {"music", {}},
      {"close my account", {"close_account {}"}},
      {"list my files", {"list_files {}"}},
      {"Which files are there?", {"list_files {}"}},
      {"please show me all the files", {"list_files {}"}},
      {"ls", {"list_files {}"}},
      {"read notes.txt", {R"(read_file {"path":"notes.txt"})"}},
      {"Show me the contents of the file a/b.txt.", {R"(read_file {"path":"a/b.txt"})"}},
      {"read ../../etc/passwd", {R"(read_file {"path":"../../etc/passwd"})"}},
      {"write hello world to notes.txt",
       {R"(write_file {"content":"hello world","path":"notes.txt"})"}},
      {"Write notes.txt: pay Bob 5", {R"(write_file {"content":"pay Bob 5","path":"notes.txt"})"}},
      {"create the file a.md with the text \"hi\"",
       {R"(write_file {"content":"hi","path":"a.md"})"}},
      {"delete notes.txt", {R"(delete_file {"path":"notes.txt"})"}},
      {"Remove the file a.txt and b.txt",
       {R"(delete_file {"path":"a.txt"})", R"(delete_file {"path":"b.txt"})"}},
      {"help", {}},
      {"tell me a joke", {}},
      {"", {}},
  };
  for (const auto& [said, calls] : table) EXPECT_EQ(calls_for(said), calls) << said;
}

TEST(DemoScript, SaysThatItIsAScript) {
  for (const char* said :
       {"hi", "Hello there", "help", "?", "what can you do?", "tell me a joke", ""}) {
    const auto plan = plan_for(demo_script(), said);
    EXPECT_NE(plan.say.find("script"), plan.say.npos) << said;
    EXPECT_NE(plan.say.find("- pay Alice 30"), plan.say.npos) << said;
  }
}

TEST(DemoScript, EveryExampleOfItsHelpIsUnderstood) {
  const std::string help = plan_for(demo_script(), "help").say;
  int examples = 0;
  for (auto at = help.find("\n- "); at != help.npos; at = help.find("\n- ", at + 1), ++examples) {
    const auto example = help.substr(at + 3, help.find('\n', at + 1) - at - 3);
    EXPECT_FALSE(calls_for(example).empty()) << example;
  }
  EXPECT_GE(examples, 8);
}

CallResult returned(json::value output) { return {"c", std::move(output), false, std::nullopt}; }
CallResult no(Outcome outcome, json::object output) {
  return {"c", std::move(output), true, outcome};
}

TEST(DemoScript, TellsWhatBecameOfACall) {
  const auto plan = plan_for(demo_script(), "pay Alice 30 dollars");
  ASSERT_EQ(plan.calls.size(), 1u);
  const auto told = [&](const CallResult& result) {
    return tell(*plan.rule, plan.calls[0], result);
  };
  EXPECT_EQ(told(returned({{"amount", 30},
                           {"currency", "USD"},
                           {"transaction_id", "txn_1"},
                           {"wallet_balance", 970.5}})),
            "Paid 30 USD to Alice: transaction txn_1, 970.5 left in the wallet.");
  EXPECT_EQ(told(no(Outcome::denied, {{"reason", "too much"}})),
            "Alice was not paid: you said no (too much).");
  EXPECT_EQ(told(no(Outcome::denied, {})), "Alice was not paid: you said no.");
  EXPECT_EQ(told(no(Outcome::expired, {})), "Alice was not paid: nobody answered in time.");
  EXPECT_EQ(told({"c", {{"message", "insufficient funds"}}, true, std::nullopt}),
            "Alice was not paid: insufficient funds.");
}

TEST(Script, TellsSomethingOfOutcomesItHasNoPhraseFor) {
  const auto script =
      parse_script(R"({"rules": [{"match": "go", "call": {"tool": "run"}}], "otherwise": "no"})");
  ASSERT_TRUE(script) << to_string(script.error());
  const auto plan = plan_for(*script, "go");
  EXPECT_EQ(tell(*plan.rule, plan.calls[0], returned({{"a", 1}})), "run answered: {\"a\":1}");
  EXPECT_EQ(tell(*plan.rule, plan.calls[0], no(Outcome::denied, {{"message", "denied it"}})),
            "run was not done: denied it");
}

TEST(Script, ErrorsNameThePlace) {
  const auto rule = [](const std::string& text) {
    return R"({"otherwise": "x", "rules": [{"match": "a"}, )" + text + "]}";
  };
  const std::pair<std::string, std::string> table[] = {
      {"{", "line 1"},
      {R"({"rules": []})", "/otherwise: required"},
      {rule(R"({"match": "("})"), "/rules/1/match: not a regular expression"},
      {rule(R"({"match": "a", "matches": "b"})"), "/rules/1/matches: no such member"},
      {rule(R"({"match": "a", "each": 1, "otherwise": "o"})"), "/rules/1/each: expected"},
      {rule(R"({"match": "a", "each": ["b", "("], "otherwise": "o"})"), "/rules/1/each/1: not a"},
      {rule(R"({"match": "a", "each": "b"})"), "/rules/1/otherwise: expected with"},
      {rule(R"x({"match": "(?P<who>a)", "say": "{whom}"})x"), "/rules/1/say: {whom} is no group"},
      {rule(R"({"match": "a", "say": "{out.x}"})"), "/rules/1/say: {out.x} is no group"},
      {rule(R"({"match": "a", "say": "a } b"})"), "/rules/1/say: a } without a { at character 3"},
      {rule(R"({"match": "a", "say": "[a"})"), "/rules/1/say: a [ that is not closed"},
      {rule(R"({"match": "a", "call": {"tool": "t", "args": {"a": {"b": ["{c}"]}}}})"),
       "/rules/1/call/args/a/b/0: {c} is no group"},
      {rule(R"({"match": "a", "then": {"denied": "d"}})"), "/rules/1/then: there is no \"call\""},
      {rule(R"({"match": "a", "call": {"tool": "t"}, "then": {"done": "d"}})"),
       "/rules/1/then/done: no such member"},
  };
  for (const auto& [text, expected] : table) {
    const auto script = parse_script(text);
    const auto error = script ? "none" : to_string(script.error());
    EXPECT_NE(error.find(expected), error.npos) << "got: " << error << "\nexpected: " << expected;
  }
}

TEST(Script, TheExampleOfTheDocumentationWorks) {
  const auto page = read_text_file(HOLDPOINT_SOURCE_DIR "/docs/scripts.md", script_bytes_max);
  ASSERT_TRUE(page) << to_string(page.error());
  const auto begin = page->find("```json\n") + 8;
  const auto script = parse_script(page->substr(begin, page->find("```", begin) - begin));
  ASSERT_TRUE(script) << to_string(script.error());
  const auto plan = plan_for(*script, "Pay Alice 30 dollars");
  ASSERT_EQ(plan.calls.size(), 1u);
  EXPECT_EQ(write_json(plan.calls[0].arguments),
            R"({"recipient":"Alice","amount":30,"currency":"USD"})");
}

TEST(Phrase, LeavesOutWhatHasNoValue) {
  const auto phrase = Phrase::parse("{a|b}[ and {c}] {{x}} [[y]]");
  ASSERT_TRUE(phrase) << to_string(phrase.error());
  const auto with = [](std::string c) {
    return [c](const std::string& name) { return name == "b" ? "B" : name == "c" ? c : ""; };
  };
  EXPECT_EQ(phrase->fill(with("")), "B {x} [y]");
  EXPECT_EQ(phrase->fill(with("C")), "B and C {x} [y]");
}

TEST(ModelFrom, TellsFilesByWhatTheySay) {
  const std::string source = HOLDPOINT_SOURCE_DIR;
  CountingIds ids;
  const auto named = [&](const std::string& spec) {
    const auto model = model_from(spec, ids);
    return model ? (*model)->name() : "error " + to_string(model.error());
  };
  EXPECT_EQ(named("scripted"), "scripted by demo_script");
  EXPECT_EQ(named("scripted:" + source + "/models/demo_script.json"), "scripted by demo_script");
  EXPECT_EQ(named("scripted:" + source + "/fixtures/baseline/two-turns.json"),
            "scripted by two-turns");
  EXPECT_EQ(named("scripted:" + source + "/fixtures/baseline"),
            "scripted by " + source + "/fixtures/baseline");
  EXPECT_EQ(named("gpt"),
            "error no model is called \"gpt\"; there are: scripted, scripted:FILE, "
            "scripted:DIR");
  EXPECT_NE(named("scripted:/nowhere").find("error /nowhere: No such file"), std::string::npos);
  EXPECT_NE(named("scripted:" + source + "/CMakePresets.json").find("neither a baseline"),
            std::string::npos);
}

}  // namespace
}  // namespace holdpoint

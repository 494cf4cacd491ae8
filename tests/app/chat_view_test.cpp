#include "app/chat_view.hpp"

#include <initializer_list>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdpoint {
namespace {

using testing::HasSubstr;
using testing::Not;

class ChatViewTest : public testing::Test {
 protected:
  ChatViewTest() { view.opened(); }

  void hear(std::initializer_list<std::string_view> chunks) {
    for (const auto chunk : chunks) view.received("data: " + std::string(chunk) + "\n\n");
    look();
  }
  void look() {
    ChatOutput out = view.take();
    for (auto& shown : out.shown) text += shown.text;
    for (auto& frame : out.frames) sent.push_back(std::move(frame));
  }
  // What was printed since the last call.
  std::string printed() {
    look();
    return std::exchange(text, {});
  }
  std::vector<std::string> frames() {
    look();
    return std::exchange(sent, {});
  }
  void say_something() {
    view.say("pay Alice");
    frames();
  }
  void ask_for_payment() {
    say_something();
    hear({R"({"type": "start", "messageId": "m1"})", pay_called});
    hear({R"({"type":"start-step"})", pay_asked, R"({"type":"finish-step"})"});
  }
  void reconnect() {
    view.lost("Connection reset by peer");
    view.opened();
    printed();
    frames();
  }

  static constexpr std::string_view pay_called =
      R"({"type": "tool-input-available", "toolCallId": "c1", "toolName": "process_payment",)"
      R"( "input": {"amount": 30, "recipient": "Alice"}})";
  static constexpr std::string_view pay_asked =
      R"({"type": "tool-approval-request", "toolCallId": "c1", "approvalId": "confirm-1"})";
  static constexpr std::string_view pay_returned =
      R"({"type": "tool-output-available", "toolCallId": "c1", "output": {"success": true}})";
  static constexpr std::string_view pay_failed =
      R"({"type": "tool-output-error", "toolCallId": "c1",)"
      R"( "errorText": "Approval request timed out"})";
  static constexpr std::string_view done = "[DONE]";

  ManualClock clock;
  CountingIds ids;
  ChatView view{clock, ids, ClientTools("Bergen"), "my chat", false};
  std::string text;
  std::vector<std::string> sent;
};

TEST_F(ChatViewTest, SaysWhatTheUserSaysWithoutAVersion) {
  view.say("pay Alice \"30\"");
  const auto all = frames();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0],
            R"({"type":"message","id":"my chat","trigger":"submit-message","messages":[{"id":")" +
                CountingIds().uuid() +
                R"(","role":"user","parts":[{"type":"text","text":"pay Alice \"30\""}]}]})");
  EXPECT_TRUE(view.busy());
}

TEST_F(ChatViewTest, PrintsAnAnswerAsItComes) {
  say_something();
  hear({R"({"type": "start", "messageId": "m1"})", R"({"type": "text-start", "id": "t"})",
        R"({"type": "text-delta", "id": "t", "delta": "Hel"})"});
  EXPECT_EQ(printed(), "Hel");
  hear({R"({"type": "text-delta", "id": "t", "delta": "lo."})",
        R"({"type": "text-end", "id": "t"})",
        R"({"type": "tool-input-available", "toolCallId": "w", "toolName": "get_weather",)"
        R"( "input": {"location": "Oslo"}})",
        R"({"type": "tool-output-available", "toolCallId": "w", "output": {"temperature": 9.6}})",
        R"({"type": "finish", "finishReason": "stop"})"});
  EXPECT_TRUE(view.busy());
  EXPECT_EQ(printed(),
            "lo.\n· get_weather {\"location\":\"Oslo\"}\n  get_weather -> {\"temperature\":9.6}\n");
  hear({done});
  EXPECT_FALSE(view.busy());
}

TEST_F(ChatViewTest, TellsAStrayEndFromTheEndOfItsTurn) {
  say_something();
  hear({R"({"type": "finish", "finishReason": "stop"})", done});
  EXPECT_TRUE(view.busy());
}

TEST_F(ChatViewTest, AsksWithACardAndSendsTheAnswer) {
  ask_for_payment();
  EXPECT_EQ(printed(),
            "· process_payment {\"amount\":30,\"recipient\":\"Alice\"}\n"
            "+- approval needed: process_payment -----------------------------------+\n"
            "| {                                                                    |\n"
            "|   \"amount\": 30,                                                      |\n"
            "|   \"recipient\": \"Alice\"                                               |\n"
            "| }                                                                    |\n"
            "|                                                                      |\n"
            "| When this question expires is not told to this client.               |\n"
            "+----------------------------------------------------------------------+\n");
  ASSERT_TRUE(view.question());
  view.decide(false, "too much");
  EXPECT_EQ(frames(), std::vector<std::string>{
                          R"({"type":"tool_approval","approvalId":"confirm-1","toolCallId":"c1",)"
                          R"("approved":false,"reason":"too much"})"});
  EXPECT_FALSE(view.question());
  EXPECT_EQ(printed(), "(denied: process_payment: too much)\n");
}

TEST_F(ChatViewTest, AsksSeveralQuestionsOneAfterTheOther) {
  ask_for_payment();
  hear({R"({"type": "tool-input-available", "toolCallId": "c2", "toolName": "delete_file",)"
        R"( "input": {"path": "a"}})",
        R"({"type": "tool-approval-request", "toolCallId": "c2", "approvalId": "confirm-2"})"});
  EXPECT_THAT(printed(), HasSubstr("(another question waits: delete_file)"));
  EXPECT_EQ(view.questions(), 2u);
  view.decide(true, "");
  EXPECT_EQ(view.question()->approval, "confirm-2");
  EXPECT_THAT(printed(), HasSubstr("approval needed: delete_file"));
  view.decide(false, "");
  EXPECT_THAT(frames().back(), HasSubstr(R"("approvalId":"confirm-2")"));
}

TEST_F(ChatViewTest, TakesAwayAQuestionThatIsDecidedElsewhere) {
  ask_for_payment();
  printed();
  hear({pay_returned});
  EXPECT_FALSE(view.question());
  EXPECT_EQ(printed(),
            "(no longer asked: process_payment (approved elsewhere))\n"
            "  process_payment -> {\"success\":true}\n");
}

TEST_F(ChatViewTest, TakesAwayAQuestionThatTimesOut) {
  ask_for_payment();
  printed();
  hear({pay_failed});
  EXPECT_FALSE(view.question());
  EXPECT_EQ(printed(),
            "(no longer asked: process_payment)\n"
            "  process_payment: Approval request timed out\n");
}

TEST_F(ChatViewTest, ASecondQuestionOfACallEndsItsFirst) {
  ask_for_payment();
  hear({R"({"type": "tool-approval-request", "toolCallId": "c1", "approvalId": "confirm-9"})"});
  EXPECT_EQ(view.questions(), 1u);
  EXPECT_EQ(view.question()->approval, "confirm-9");
}

TEST_F(ChatViewTest, QuestionsDoNotOutliveTheirTurn) {
  ask_for_payment();
  hear({R"({"type": "abort", "reason": "stop"})", done});
  EXPECT_FALSE(view.question());
  EXPECT_THAT(printed(), HasSubstr("(no longer asked: process_payment (its turn is over))"));
}

// --- the connection ---

TEST_F(ChatViewTest, AReplayRepeatsNothing) {
  say_something();
  hear({R"({"type": "start", "messageId": "m1"})", R"({"type": "reasoning-start", "id": "0"})",
        R"({"type": "reasoning-delta", "id": "0", "delta": "Hm."})",
        R"({"type": "reasoning-end", "id": "0"})", R"({"type": "text-start", "id": "m1_text"})",
        R"({"type": "text-delta", "id": "m1_text", "delta": "One "})", pay_called});
  hear({R"({"type": "text-delta", "id": "m1_text", "delta": "två "})"});
  EXPECT_THAT(printed(), HasSubstr("två "));

  view.lost("Connection reset by peer");
  EXPECT_EQ(printed(), "\nconnection lost: Connection reset by peer\n");
  view.opened();
  EXPECT_EQ(frames(), (std::vector<std::string>{R"({"type":"resume","id":"my chat"})",
                                                R"({"type":"ping","timestamp":0})"}));
  // In other pieces and other blocks than the first time, as replays may be.
  hear({R"({"type": "start", "messageId": "m1"})", R"({"type": "reasoning-start", "id": "0"})",
        R"({"type": "reasoning-delta", "id": "0", "delta": "Hm."})",
        R"({"type": "reasoning-end", "id": "0"})", R"({"type": "text-start", "id": "other"})",
        R"({"type": "text-delta", "id": "other", "delta": "One två "})", pay_called,
        R"({"type": "text-start", "id": "third"})"});
  EXPECT_EQ(printed(), "");
  hear({R"({"type": "text-delta", "id": "third", "delta": "three"})", done});
  EXPECT_EQ(printed(), "three\n");
  EXPECT_FALSE(view.busy());
}

TEST_F(ChatViewTest, AReplayOfAFinishedTurnIsSilent) {
  say_something();
  const std::initializer_list<std::string_view> whole{
      R"({"type": "start", "messageId": "m1"})",
      R"({"type": "text-start", "id": "t"})",
      R"({"type": "text-delta", "id": "t", "delta": "Hello"})",
      R"({"type": "text-end", "id": "t"})",
      R"({"type": "abort", "reason": "because"})",
      done};
  hear(whole);
  reconnect();
  hear(whole);
  view.settled();
  EXPECT_EQ(printed(), "");
  EXPECT_FALSE(view.busy());
}

TEST_F(ChatViewTest, AnUnansweredQuestionIsAskedAgain) {
  ask_for_payment();
  clock.advance(std::chrono::seconds(5));
  view.lost("gone");
  EXPECT_FALSE(view.question());
  EXPECT_THAT(printed(), HasSubstr("will be asked again"));
  view.opened();
  hear({R"({"type": "start", "messageId": "m1"})", pay_called, pay_asked});
  ASSERT_TRUE(view.question());
  EXPECT_EQ(waiting_words(*view.question(), clock), "asked 5 s ago");
  EXPECT_THAT(printed(), HasSubstr("+- approval needed: process_payment"));
  view.settled();
  EXPECT_TRUE(view.question());
}

TEST_F(ChatViewTest, AnAnswerThatMayHaveBeenLostIsSentAgainAndNotAskedForAgain) {
  ask_for_payment();
  view.decide(true, "");
  const auto first = frames();
  reconnect();
  hear({R"({"type": "start", "messageId": "m1"})", pay_called, pay_asked});
  EXPECT_FALSE(view.question());
  EXPECT_EQ(frames(), first);
  EXPECT_EQ(printed(), "");
}

TEST_F(ChatViewTest, SaysWhatWasDecidedWhileItWasAway) {
  ask_for_payment();
  reconnect();
  hear({R"({"type": "start", "messageId": "m1"})", pay_called});  // decided: no request
  view.settled();
  EXPECT_EQ(printed(), "(no longer asked: process_payment was decided meanwhile)\n");
}

TEST_F(ChatViewTest, SaysWhenTheServerHasForgottenTheTurn) {
  ask_for_payment();
  reconnect();
  view.received(R"({"type":"pong","timestamp":0})");
  EXPECT_TRUE(view.ponged());
  EXPECT_TRUE(view.settling());
  view.settled();
  EXPECT_THAT(printed(), HasSubstr("does not know this turn any more"));
  EXPECT_FALSE(view.busy());
  EXPECT_TRUE(view.lost_a_turn());
}

TEST_F(ChatViewTest, SaysWhenAMessageDidNotArrive) {
  say_something();
  reconnect();
  view.settled();
  EXPECT_THAT(printed(), HasSubstr("your last message did not arrive"));
  EXPECT_FALSE(view.busy());
}

TEST_F(ChatViewTest, SaysWhenAnEndWasMissed) {
  ask_for_payment();
  reconnect();
  hear({R"({"type": "start", "messageId": "m2"})"});
  EXPECT_EQ(printed(), "(the end of the answer before this one was missed)\n");
  view.settled();
  EXPECT_TRUE(view.busy());
  EXPECT_FALSE(view.lost_a_turn());
}

TEST_F(ChatViewTest, SendsNothingWhileThereIsNobody) {
  view.lost("gone");
  view.say("hello");
  view.interrupt();
  EXPECT_EQ(frames(), std::vector<std::string>{});
  EXPECT_THAT(printed(), HasSubstr("(not connected: this was not sent)"));
  EXPECT_FALSE(view.busy());
}

// --- tools that run here ---

TEST_F(ChatViewTest, PlaysMusicAtOnceAndSaysSoOnce) {
  say_something();
  const std::string_view called =
      R"({"type": "tool-input-available", "toolCallId": "b", "toolName": "change_bgm",)"
      R"( "input": {"track": 2}})";
  hear({R"({"type": "start", "messageId": "m1"})", called});
  EXPECT_THAT(printed(), HasSubstr("♪ now playing track 2"));
  const auto first = frames();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_THAT(first[0], HasSubstr(R"("result":{"success":true,"current_track":2)"));
  reconnect();
  hear({R"({"type": "start", "messageId": "m1"})", called});
  EXPECT_EQ(printed(), "");
  EXPECT_EQ(frames(), first);  // it may not have arrived
}

TEST_F(ChatViewTest, TellsItsLocationOnlyAfterAYes) {
  say_something();
  hear({R"({"type": "start", "messageId": "m1"})",
        R"({"type": "tool-input-available", "toolCallId": "l", "toolName": "get_location",)"
        R"( "input": {}})"});
  EXPECT_EQ(frames(), std::vector<std::string>{});
  hear({R"({"type": "tool-approval-request", "toolCallId": "l", "approvalId": "confirm-l"})"});
  view.decide(true, "");
  const auto all = frames();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0], HasSubstr(R"("approved":true)"));
  EXPECT_EQ(all[1],
            R"({"type":"tool_result","toolCallId":"l","result":{"success":true,"city":"Bergen"}})");
}

TEST_F(ChatViewTest, DoesNotTellItsLocationAfterANo) {
  say_something();
  hear({R"({"type": "start", "messageId": "m1"})",
        R"({"type": "tool-input-available", "toolCallId": "l", "toolName": "get_location",)"
        R"( "input": {}})",
        R"({"type": "tool-approval-request", "toolCallId": "l", "approvalId": "confirm-l"})"});
  view.decide(false, "");
  EXPECT_EQ(frames().size(), 1u);
}

TEST(ClientTools, AnswersWhatItCannotDoWithAnError) {
  const ClientTools tools;
  EXPECT_EQ(write_json(tools.run("fly", {}).result),
            R"({"success":false,"error":"this terminal has no tool called fly"})");
  EXPECT_EQ(write_json(tools.run("change_bgm", json::object{}).result),
            R"({"success":false,"error":"\"track\" is missing"})");
  EXPECT_TRUE(tools.run("get_location", {}).result.at("sample").as_bool());
  EXPECT_EQ(write_json(ClientTools("60.4, 5.3").run("get_location", {}).result),
            R"({"success":true,"latitude":60.4,"longitude":5.3})");
}

// --- hostile servers ---

TEST_F(ChatViewTest, NothingFromTheServerReachesTheTerminalAsItIs) {
  say_something();
  hear(
      {R"({"type": "start", "messageId": "m1"})",
       R"({"type": "text-delta", "id": "t", "delta": "\u001b]0;owned\u0007 \u009b2J a\u202eb\rc"})",
       R"({"type": "tool-input-available", "toolCallId": "c1", "toolName": "x\u001b[2J\ny",)"
       R"( "input": {"a": "\u202e\u001b[31m"}})",
       pay_asked, R"({"type": "error", "errorText": "\u001b[A"})",
       R"({"type": "tool-output-error", "toolCallId": "c1", "errorText": "a\nb\u001b"})",
       R"({"type": "finish", "finishReason": "\u001b"})",
       R"({"type": "abort", "reason": "\u001bc"})"});
  view.received("\x1b[2J not a frame");
  view.lost("\x1b[2J");
  const std::string all = printed();
  EXPECT_THAT(all, HasSubstr("\\x1b]0;owned\\x07 \\u{009b}2J a\\u{202e}b\\x0dc"));
  EXPECT_THAT(all, HasSubstr("· x\\x1b[2J\\x0ay "));
  for (const char c : all) EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20 && c != '\n');
  EXPECT_THAT(all, Not(HasSubstr("\u202e")));
}

TEST_F(ChatViewTest, FramesThatMakeNoSenseChangeNothing) {
  say_something();
  view.received("data: {\"type\": 7}\n\n");
  view.received("data: [1]\n\n");
  view.received("");
  hear({R"({"type": "start", "messageId": "m1"})", R"({"type": "tool-approval-request"})",
        R"({"type": "tool-output-available"})", R"({"type": "data-new-thing", "data": 1})",
        R"({"type": "text-delta", "id": "t", "delta": "still here"})"});
  EXPECT_FALSE(view.question());
  EXPECT_THAT(printed(), HasSubstr("still here"));
}

}  // namespace
}  // namespace holdpoint

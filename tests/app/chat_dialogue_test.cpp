#include "app/chat_dialogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/chat_script.hpp"

namespace holdpoint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Then = ChatDialogue::Then;

TEST(ParseAnswer, TakesOnlyABareYes) {
  for (const auto* yes : {"a", "A", "approve", " y ", "yes", "YES\r"}) {
    ASSERT_TRUE(parse_answer(yes)) << yes;
    EXPECT_TRUE(parse_answer(yes)->approved) << yes;
  }
  for (const auto* no : {"d", "deny", "n", "No"}) {
    ASSERT_TRUE(parse_answer(no)) << no;
    EXPECT_FALSE(parse_answer(no)->approved) << no;
    EXPECT_FALSE(parse_answer(no)->reason) << no;
  }
  for (const auto* neither : {"", "yes but not to Bob", "approve it", "ok", "delay", "not now"}) {
    EXPECT_FALSE(parse_answer(neither)) << neither;
  }
  EXPECT_EQ(parse_answer("deny  too much ")->reason, "too much");
}

class Talk : public testing::Test {
 protected:
  explicit Talk(bool script = false) : dialogue(view, clock, script) { view.opened(); }

  void ask(std::string call) {
    const std::string id = "\"toolCallId\":\"" + call + "\"";
    if (!view.busy()) {
      view.say("go");
      view.received(R"({"type":"start","messageId":"m1"})");
    }
    view.received(R"({"type":"tool-input-available","toolName":"pay","input":{},)" + id + "}");
    view.received(R"({"type":"tool-approval-request","approvalId":"q-)" + call + "\"," + id + "}");
    view.take();
  }
  void resolve(std::string call) {
    view.received(R"({"type":"tool-output-error","errorText":"late","toolCallId":")" + call +
                  "\"}");
    view.take();
  }
  // What a line of a human at the prompt that stands leads to.
  Then type(std::string_view line) { return dialogue.line(line, dialogue.prompt().key); }
  std::vector<std::string> frames() {
    auto out = view.take();
    shown.clear();
    for (const auto& piece : out.shown) shown += piece.text;
    return out.frames;
  }

  ManualClock clock;
  CountingIds ids;
  ChatView view{clock, ids, ClientTools(), "chat", false};
  ChatDialogue dialogue;
  std::string shown;
};

TEST_F(Talk, ThePromptSaysWhatALineIsFor) {
  EXPECT_EQ(dialogue.prompt().text, "you> ");
  ask("c1");
  ask("c2");
  clock.advance(std::chrono::milliseconds(12'900));
  EXPECT_EQ(dialogue.prompt().text, "pay? [a]pprove / [d]eny (asked 12 s ago, 1 more)> ");
  EXPECT_EQ(dialogue.prompt().key, "q-c1");
  view.lost("gone");
  EXPECT_EQ(dialogue.prompt().text, "(not connected) you> ");
}

TEST_F(Talk, ApprovesAndDeniesWithAReasonAskedFor) {
  ask("c1");
  ask("c2");
  type("a");
  EXPECT_THAT(frames(),
              ElementsAre(HasSubstr(R"("approvalId":"q-c1","toolCallId":"c1","approved":true)")));
  type("d");
  EXPECT_THAT(frames(), IsEmpty());
  EXPECT_EQ(dialogue.prompt().text, "reason, or nothing> ");
  type("yes");  // a reason like any other
  EXPECT_THAT(frames(), ElementsAre(HasSubstr(R"("approved":false,"reason":"yes")")));
  EXPECT_EQ(dialogue.prompt().text, "you> ");
}

TEST_F(Talk, WhatIsNoAnswerDecidesNothing) {
  ask("c1");
  for (const auto* line : {"", "maybe", "yes please", "/nonsense", "/help"}) {
    type(line);
    EXPECT_THAT(frames(), IsEmpty()) << line;
    EXPECT_TRUE(view.question()) << line;
  }
}

TEST_F(Talk, AReasonForAQuestionThatIsGoneIsNotAnAnswerToTheNext) {
  ask("c1");
  ask("c2");
  type("d");
  const std::string key = dialogue.prompt().key;
  resolve("c1");
  dialogue.line("yes", key);
  EXPECT_THAT(frames(), IsEmpty());
  EXPECT_THAT(shown, HasSubstr("\"yes\" was not sent"));
  EXPECT_EQ(view.question()->approval, "q-c2");
  EXPECT_EQ(dialogue.prompt().key, "q-c2");
}

TEST_F(Talk, CtrlCInterruptsAndTwiceLeaves) {
  ask("c1");
  EXPECT_EQ(dialogue.interrupt(), Then::stay);
  EXPECT_THAT(frames(), ElementsAre(HasSubstr(R"("type":"interrupt")")));
  clock.advance(std::chrono::seconds(3));
  EXPECT_EQ(dialogue.interrupt(), Then::stay);
  clock.advance(std::chrono::seconds(2));
  EXPECT_EQ(dialogue.interrupt(), Then::leave);
}

TEST_F(Talk, CtrlCLeavesWhenNothingRuns) { EXPECT_EQ(dialogue.interrupt(), Then::leave); }

TEST_F(Talk, CommandsAreNotSent) {
  EXPECT_EQ(type("/quit"), Then::leave);
  EXPECT_EQ(type("/approvals"), Then::stay);
  EXPECT_EQ(type("/interrupt"), Then::stay);
  EXPECT_EQ(type("/x"), Then::stay);
  EXPECT_THAT(frames(), IsEmpty());
  EXPECT_THAT(shown, HasSubstr("no such command: /x"));
  const std::string before = view.chat();
  EXPECT_EQ(type("/new"), Then::reconnect);
  EXPECT_NE(view.chat(), before);
  view.opened();
  EXPECT_THAT(frames(), IsEmpty());  // nobody has heard of it
}

TEST_F(Talk, ApprovalsShowsEverythingThatWaits) {
  ask("c1");
  ask("c2");
  type("/approvals");
  frames();
  EXPECT_EQ(shown.find("approval needed") == shown.rfind("approval needed"), false);
  EXPECT_THAT(shown, HasSubstr("(asked 0 s ago)"));
}

TEST_F(Talk, NewIsRefusedWhileSomethingRuns) {
  ask("c1");
  EXPECT_EQ(type("/new"), Then::stay);
  EXPECT_TRUE(view.question());
}

// --- lines that come from a pipe ---

class Script : public Talk {
 protected:
  Script() : Talk(true) {}

  // Feeds what is ready, as the shell does.
  std::vector<std::string> run() {
    while (auto line = script.next()) dialogue.line(line->text, line->key);
    return frames();
  }
  void done() { view.received("data: [DONE]\n\n"); }

  ChatScript script{view, dialogue};
};

TEST_F(Script, AMessageWaitsForTheEndOfTheAnswerBeforeIt) {
  script.bytes("one\r\ntw");
  script.bytes("o\nthree");
  script.end();
  EXPECT_THAT(run(), ElementsAre(HasSubstr(R"("text":"one")")));
  EXPECT_THAT(run(), IsEmpty());
  view.received(R"({"type":"start","messageId":"m1"})");
  EXPECT_THAT(run(), IsEmpty());
  done();
  EXPECT_THAT(run(), ElementsAre(HasSubstr(R"("text":"two")")));
  view.received(R"({"type":"start","messageId":"m2"})");
  done();
  EXPECT_THAT(run(), ElementsAre(HasSubstr(R"("text":"three")")));
  EXPECT_FALSE(script.over());
  view.received(R"({"type":"start","messageId":"m3"})");
  done();
  EXPECT_TRUE(script.over());
}

TEST_F(Script, TheNextLineAnswersTheOpenQuestion) {
  ask("c1");
  ask("c2");
  ask("c3");
  script.bytes("deny too much\nd\nmaybe\ny\nthanks\n");
  EXPECT_THAT(
      run(),
      ElementsAre(HasSubstr(R"("q-c1","toolCallId":"c1","approved":false,"reason":"too much")"),
                  HasSubstr(R"("q-c2","toolCallId":"c2","approved":false})"),
                  HasSubstr(R"("q-c3","toolCallId":"c3","approved":true})")));
  EXPECT_THAT(shown, HasSubstr("the question is still open"));
  EXPECT_THAT(run(), IsEmpty());  // "thanks" waits for the end
  done();
  EXPECT_THAT(run(), ElementsAre(HasSubstr("thanks")));
}

TEST_F(Script, AnAnswerThatComesTooLateIsNothingElse) {
  ask("c1");
  ask("c2");
  EXPECT_THAT(run(), IsEmpty());  // now a line is awaited for the first question
  resolve("c1");
  script.bytes("yes\n");
  EXPECT_THAT(run(), IsEmpty());
  EXPECT_TRUE(view.question());
  EXPECT_THAT(shown, HasSubstr("was not sent"));

  EXPECT_THAT(run(), IsEmpty());
  resolve("c2");
  done();
  script.bytes("yes\nhello\n");
  EXPECT_THAT(run(), ElementsAre(HasSubstr(R"("text":"hello")")));
}

TEST_F(Script, AMessageThatComesTooLateForAQuestionIsStillAMessage) {
  ask("c1");
  EXPECT_THAT(run(), IsEmpty());
  resolve("c1");
  done();
  script.bytes("what happened?\n");
  EXPECT_THAT(run(), ElementsAre(HasSubstr("what happened?")));
}

TEST_F(Script, AtItsEndItWaitsForTheTurn) {
  ask("c1");
  script.end();
  EXPECT_THAT(run(), IsEmpty());
  EXPECT_THAT(shown, HasSubstr("nobody here will answer"));
  EXPECT_FALSE(script.over());
  resolve("c1");
  EXPECT_FALSE(script.over());
  done();
  EXPECT_TRUE(script.over());
}

TEST_F(Script, NothingIsSentBeforeItIsKnownWhatTheServerRemembers) {
  ask("c1");
  view.lost("gone");
  script.bytes("a\n");
  EXPECT_THAT(run(), IsEmpty());
  view.opened();
  frames();
  EXPECT_THAT(run(), IsEmpty());
  view.received(R"({"type":"start","messageId":"m1"})");
  view.received(R"({"type":"tool-approval-request","approvalId":"q-c1","toolCallId":"c1"})");
  view.settled();
  EXPECT_THAT(run(), ElementsAre(HasSubstr(R"("approvalId":"q-c1")")));
}

}  // namespace
}  // namespace holdpoint

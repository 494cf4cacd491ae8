// Frames of adk clients: what each means, and what is said of one that is malformed.

#include <gtest/gtest.h>

#include "transport/wire/adk.hpp"

namespace holdpoint {
namespace {

using Kind = ClientFrame::Kind;

ClientFrame decoded(std::string_view text) {
  const auto frame = AdkDialect().decode(text);
  EXPECT_TRUE(frame) << to_string(frame.error());
  return frame ? *frame : ClientFrame();
}

TEST(AdkDecode, AMessageCarriesTheChat) {
  const auto frame = decoded(
      R"({"type": "message", "id": "k", "version": "1.0", "timestamp": 5, "extra": [],
          "messages": [{"id": "u", "role": "user", "content": "hi"}]})");
  EXPECT_EQ(frame.kind, Kind::message);
  EXPECT_EQ(frame.chat, "k");
  EXPECT_TRUE(frame.versioned);
  EXPECT_EQ(std::get<Say>(frame.messages.at(0)).said.id, "u");
}

TEST(AdkDecode, AToolApprovalIsOneDecision) {
  const auto frame = decoded(
      R"({"type": "tool_approval", "approvalId": "a", "toolCallId": "c", "approved": false,
          "reason": "no"})");
  EXPECT_EQ(frame.kind, Kind::decision);
  const auto& decide = std::get<Decide>(frame.messages.at(0));
  EXPECT_EQ(decide.approval, "a");
  EXPECT_EQ(decide.call, "c");
  EXPECT_FALSE(decide.approved);
  EXPECT_EQ(decide.reason, "no");
  EXPECT_FALSE(decide.old);
}

TEST(AdkDecode, AToolResultIsReturnedEvenWhenItIsNull) {
  const auto frame = decoded(R"({"type": "tool_result", "toolCallId": "c", "result": null})");
  EXPECT_EQ(frame.kind, Kind::tool_result);
  const auto& returned = std::get<ClientReturned>(frame.messages.at(0));
  EXPECT_EQ(returned.call, "c");
  EXPECT_TRUE(returned.output.is_null());
  EXPECT_FALSE(returned.failed);
}

TEST(AdkDecode, AnInterruptMayGiveAReason) {
  const auto frame = decoded(R"({"type": "interrupt", "reason": "enough"})");
  EXPECT_EQ(frame.kind, Kind::interrupt);
  EXPECT_EQ(std::get<Interrupt>(frame.messages.at(0)).reason, "enough");
  EXPECT_EQ(std::get<Interrupt>(decoded(R"({"type": "interrupt"})").messages.at(0)).reason, "");
}

TEST(AdkDecode, AResumeNamesItsChat) {
  const auto frame = decoded(R"({"type": "resume", "id": "k", "after": 7})");
  EXPECT_EQ(frame.kind, Kind::resume);
  EXPECT_EQ(frame.chat, "k");
  EXPECT_EQ(frame.after, 7u);
  EXPECT_EQ(decoded(R"({"type": "resume", "id": "k"})").after, std::nullopt);
}

TEST(AdkDecode, APingIsAnsweredWithItsTimestamp) {
  const auto frame = decoded(R"({"type": "ping", "timestamp": 1700000000123})");
  EXPECT_EQ(frame.kind, Kind::ping);
  EXPECT_EQ(frame.reply, R"({"type":"pong","timestamp":1700000000123})");
  EXPECT_EQ(decoded(R"({"type": "ping"})").reply, R"({"type":"pong"})");
}

TEST(AdkDecode, WhatIsNotForUsIsIgnoredWithANote) {
  for (const char* text : {R"({"type": "audio_control", "action": "start"})",
                           R"({"type": "audio_chunk", "chunk": "AAAA"})"}) {
    const auto frame = decoded(text);
    EXPECT_EQ(frame.kind, Kind::ignored);
    EXPECT_EQ(frame.note, "audio: no model here takes it");
  }
  const auto frame = decoded(R"({"type": "dance\nnow"})");
  EXPECT_EQ(frame.kind, Kind::ignored);
  EXPECT_EQ(frame.note, R"(unknown frame type "dance\nnow")");
  const auto cut = decoded(R"({"type": ")" + std::string(63, 'x') + "\u00e9" + R"("})");
  EXPECT_EQ(cut.note, "unknown frame type \"" + std::string(63, 'x') + "\uFFFD\"");
}

TEST(AdkDecode, MalformedFramesAreToldWhatAndWhere) {
  const std::vector<std::pair<std::string, std::string>> frames{
      {"{\"type\":", "line 1, column 9: "},
      {"", ""},
      {"[]", "expected an object, found an array"},
      {"{}", "/type: expected a string, found nothing"},
      {R"({"type": 5})", "/type: expected a string, found a number"},
      {R"({"type": "tool_approval", "approved": true})",
       "/approvalId: expected a string, found nothing"},
      {R"({"type": "tool_approval", "approvalId": "a"})",
       "/approved: expected a boolean, found nothing"},
      {R"({"type": "tool_approval", "approvalId": "a", "approved": "yes"})",
       "/approved: expected a boolean, found a string"},
      {R"({"type": "tool_approval", "approvalId": "a", "approved": true, "toolCallId": 1})",
       "/toolCallId: expected a string, found a number"},
      {R"({"type": "tool_result", "result": 1})", "/toolCallId: expected a string, found nothing"},
      {R"({"type": "tool_result", "toolCallId": "c"})",
       "/result: expected the tool's result, found nothing"},
      {R"({"type": "interrupt", "reason": {}})", "/reason: expected a string, found an object"},
      {R"({"type": "resume"})", "/id: expected a string, found nothing"},
      {R"({"type": "resume", "id": "k", "after": -1})",
       "/after: expected a whole number, not below 0"},
      {R"({"type": "resume", "id": "k", "after": 1.5})",
       "/after: expected a whole number, found a number"},
      {R"({"type": "message"})", "/messages: expected an array, found nothing"},
      {R"({"type": "message", "messages": [{"role": "user", "role": "tool"}]})",
       "/messages/0/role: the key appears twice"},
  };
  for (const auto& [text, error] : frames) {
    const auto frame = AdkDialect().decode(text);
    ASSERT_FALSE(frame) << text;
    EXPECT_TRUE(to_string(frame.error()).starts_with(error)) << text << "\n"
                                                             << to_string(frame.error());
  }
}

}  // namespace
}  // namespace holdpoint

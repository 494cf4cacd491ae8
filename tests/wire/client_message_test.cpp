// What clients say: every shape of a decision, what is said, and what is malformed.

#include "transport/wire/client_message.hpp"

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

Result<ClientFrame> read(std::string_view text) {
  const auto parsed = parse_json(text);
  EXPECT_TRUE(parsed) << to_string(parsed.error()) << "\n" << text;
  return read_chat(parsed->as_object());
}

std::string show(const Message& message) {
  if (const auto* decide = std::get_if<Decide>(&message)) {
    return std::string(decide->approved ? "yes" : "no") + (decide->old ? " (old)" : "") +
           " approval=" + decide->approval + " call=" + decide->call +
           (decide->reason.empty() ? "" : " reason=" + decide->reason);
  }
  if (const auto* returned = std::get_if<ClientReturned>(&message)) {
    return std::string(returned->failed ? "failed " : "returned ") + returned->call + " " +
           write_json(returned->output);
  }
  if (const auto* again = std::get_if<Regenerate>(&message)) return "again " + again->message;
  if (const auto* say = std::get_if<Say>(&message)) return "say " + text_of(say->said);
  return "interrupt";
}

std::vector<std::string> shown(const Result<ClientFrame>& frame) {
  std::vector<std::string> lines;
  EXPECT_TRUE(frame) << to_string(frame.error());
  if (frame) {
    for (const auto& message : frame->messages) lines.push_back(show(message));
  }
  return lines;
}

// A chat whose last message is of that role, with these parts under that key.
std::string chat(std::string_view role, std::string_view parts, std::string_view key = "parts") {
  return R"({"messages": [{"role": "user", "content": "pay"}, {"role": ")" + std::string(role) +
         R"(", ")" + std::string(key) + R"(": [)" + std::string(parts) + "]}]}";
}

struct Shape {
  std::string name;
  std::string frame;
  std::vector<std::string> means;
};

class DecisionShapes : public testing::TestWithParam<Shape> {};

TEST_P(DecisionShapes, MeansWhatItSays) {
  EXPECT_EQ(shown(read(GetParam().frame)), GetParam().means);
}

const std::vector<Shape> shapes{
    {"RespondedPart",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c1", "state": "approval-responded",
                           "input": {}, "approval": {"id": "a1", "approved": true}})"),
     {"yes approval=a1 call=c1"}},
    {"RespondedPartWithReason",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c1", "state": "approval-responded",
                           "approval": {"id": "a1", "approved": false, "reason": "too much"}})"),
     {"no approval=a1 call=c1 reason=too much"}},
    {"DynamicToolPart",
     chat("assistant", R"({"type": "dynamic-tool", "toolName": "pay", "toolCallId": "c1",
                           "state": "approval-responded", "approval": {"approved": true}})"),
     {"yes approval= call=c1"}},
    {"SeveralAmongOlderOnes",
     chat("assistant", R"(
        {"type": "step-start"},
        {"type": "text", "text": "yes, please approve"},
        {"type": "tool-pay", "toolCallId": "c0", "state": "output-error", "errorText": "denied",
         "approval": {"id": "a0", "approved": false}},
        {"type": "tool-pay", "toolCallId": "c1", "state": "output-available", "output": 7,
         "approval": {"id": "a1", "approved": true}},
        {"type": "tool-pay", "toolCallId": "c2", "state": "approval-responded",
         "approval": {"id": "a2", "approved": true}},
        {"type": "tool-pay", "toolCallId": "c3", "state": "approval-responded",
         "approval": {"id": "a3", "approved": false}},
        {"type": "tool-pay", "toolCallId": "c4", "state": "approval-requested",
         "approval": {"id": "a4"}})"),
     {"no (old) approval=a0 call=c0", "yes (old) approval=a1 call=c1", "returned c1 7",
      "yes approval=a2 call=c2", "no approval=a3 call=c3"}},
    {"RespondedAndOverAlready",
     chat("assistant", R"(
        {"type": "tool-adk_request_confirmation", "toolCallId": "a1",
         "state": "approval-responded", "approval": {"id": "a1", "approved": true}},
        {"type": "tool-pay", "toolCallId": "c1", "state": "output-available", "output": 7,
         "approval": {"id": "a1", "approved": true}})"),
     {"yes (old) approval=a1 call=", "yes (old) approval=a1 call=c1", "returned c1 7"}},
    {"ConfirmationOfTheUser",
     chat("user", R"({"type": "tool-adk_request_confirmation", "toolCallId": "a1",
                      "toolName": "adk_request_confirmation", "state": "approval-responded",
                      "approval": {"id": "a1", "approved": true}})"),
     {"yes approval=a1 call="}},
    {"ConfirmationWithoutId",
     chat("user", R"({"type": "tool-adk_request_confirmation", "toolCallId": "a1",
                      "state": "approval-responded", "approval": {"approved": false}})"),
     {"no approval=a1 call="}},
    {"ApprovalAndResultInOne",
     chat("assistant", R"({"type": "tool-get_location", "toolCallId": "c1",
                           "state": "output-available", "output": {"lat": 1.5},
                           "approval": {"id": "a1", "approved": true}})"),
     {"yes (old) approval=a1 call=c1", "returned c1 {\"lat\":1.5}"}},
    {"OutputOfADeniedCallIsNotTaken",
     chat("assistant", R"({"type": "tool-get_location", "toolCallId": "c1",
                           "state": "output-available", "output": {"lat": 1.5},
                           "approval": {"id": "a1", "approved": false}})"),
     {"no (old) approval=a1 call=c1"}},
    {"ClientResult",
     chat("assistant", R"({"type": "tool-change_bgm", "toolCallId": "c1",
                           "state": "output-available", "output": "ok"})"),
     {"returned c1 \"ok\""}},
    {"ClientResultAfterAnUnansweredQuestion",
     chat("assistant", R"({"type": "tool-change_bgm", "toolCallId": "c1",
                           "state": "output-available", "output": "ok",
                           "approval": {"id": "a1"}})"),
     {"returned c1 \"ok\""}},
    {"PreliminaryOutputIsNoResult",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c1", "state": "output-available",
                           "output": "half", "preliminary": true})"),
     {}},
    {"ClientFailure",
     chat("assistant", R"({"type": "tool-get_location", "toolCallId": "c1",
                           "state": "output-error", "errorText": "no GPS"})"),
     {"failed c1 \"no GPS\""}},
    {"LegacyResultInParts",
     chat("tool", R"({"type": "tool-result", "toolCallId": "c1", "result": {"lat": 1}})"),
     {"returned c1 {\"lat\":1}"}},
    {"LegacyResultInContent",
     chat("tool", R"({"type": "tool-result", "toolCallId": "c1", "result": 5})", "content"),
     {"returned c1 5"}},
    {"LegacyVerdict",
     chat("user", R"({"type": "tool-result", "toolCallId": "x1",
                      "result": {"approved": false, "reason": "no"}})",
          "content"),
     {"no approval=x1 call=x1 reason=no"}},
    {"LegacyConfirmationResult",
     chat("assistant", R"({"type": "tool-result", "toolName": "adk_request_confirmation",
                           "toolCallId": "a1", "result": {"confirmed": true}})"),
     {"yes approval=a1 call="}},
    {"ConfirmationOutput",
     chat("assistant", R"({"type": "tool-adk_request_confirmation", "toolCallId": "a1",
                           "state": "output-available", "output": {"confirmed": true}})"),
     {"yes (old) approval=a1 call="}},
    {"TextIsNoDecision",
     chat("user", R"({"type": "text", "text": "{\"approved\": true}"})"),
     {"say {\"approved\": true}"}},
    {"AssistantTextIsNothing", chat("assistant", R"({"type": "text", "text": "approved"})"), {}},
    {"AToolCalledResult",
     chat("assistant", R"({"type": "tool-result", "toolCallId": "c1", "state": "output-available",
                           "output": 3})"),
     {"returned c1 3"}},
};

INSTANTIATE_TEST_SUITE_P(Wire, DecisionShapes, testing::ValuesIn(shapes),
                         [](const auto& tried) { return tried.param.name; });

struct Malformed {
  std::string name;
  std::string frame;
  std::string error;
};

class MalformedChats : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedChats, SaysWhatIsWrongAndWhere) {
  const auto frame = read(GetParam().frame);
  ASSERT_FALSE(frame);
  EXPECT_EQ(to_string(frame.error()), GetParam().error);
}

const std::vector<Malformed> malformed{
    {"NoMessages", R"({})", "/messages: expected an array, found nothing"},
    {"MessagesNoArray", R"({"messages": {}})", "/messages: expected an array, found an object"},
    {"MessagesEmpty", R"({"messages": []})", "/messages: expected at least one message"},
    {"MessageNoObject", R"({"messages": [7]})", "/messages/0: expected an object, found a number"},
    {"NoRole", R"({"messages": [{}]})", "/messages/0/role: expected a string, found nothing"},
    {"NoRoleInHistory", R"({"messages": [{"content": "a"}, {"role": "user", "content": "b"}]})",
     "/messages/0/role: expected a string, found nothing"},
    {"StrangeRole", R"({"messages": [{"role": "system", "content": "obey"}]})",
     "/messages/0/role: expected user, assistant or tool"},
    {"IdNoText", R"({"id": 7, "messages": [{"role": "user", "content": "a"}]})",
     "/id: expected a string, found a number"},
    {"StrangeTrigger", R"({"trigger": "go", "messages": [{"role": "user", "content": "a"}]})",
     "/trigger: expected submit-message or regenerate-message"},
    {"NothingSaid", R"({"messages": [{"role": "user", "parts": [{"type": "data-x"}]}]})",
     "/messages/0: a user's message needs text or a file"},
    {"PartsNoArray", R"({"messages": [{"role": "user", "parts": "a"}]})",
     "/messages/0/parts: expected an array, found a string"},
    {"ContentStrange", R"({"messages": [{"role": "user", "content": 5}]})",
     "/messages/0/content: expected an array, found a number"},
    {"PartNoObject", R"({"messages": [{"role": "user", "parts": ["a"]}]})",
     "/messages/0/parts/0: expected an object, found a string"},
    {"PartNoType", R"({"messages": [{"role": "user", "parts": [{"text": "a"}]}]})",
     "/messages/0/parts/0/type: expected a string, found nothing"},
    {"TextNoText", R"({"messages": [{"role": "user", "parts": [{"type": "text", "text": 1}]}]})",
     "/messages/0/parts/0/text: expected a string, found a number"},
    {"FileNoUrl", R"({"messages": [{"role": "user", "parts": [{"type": "file"}]}]})",
     "/messages/0/parts/0/url: expected a string, found nothing"},
    {"ToolNoCall", chat("assistant", R"({"type": "tool-pay", "state": "output-available"})"),
     "/messages/1/parts/0/toolCallId: expected a string, found nothing"},
    {"ToolNoState", chat("assistant", R"({"type": "tool-pay", "toolCallId": "c1"})"),
     "/messages/1/parts/0/state: expected a string, found nothing"},
    {"NoApproval",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c", "state": "approval-responded"})"),
     "/messages/1/parts/0/approval/approved: expected a boolean, found nothing"},
    {"ApprovalNoObject",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c", "state": "approval-responded",
                           "approval": true})"),
     "/messages/1/parts/0/approval: expected an object, found a boolean"},
    {"ApprovedNoBoolean",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c", "state": "approval-responded",
                           "approval": {"id": "a", "approved": "true"}})"),
     "/messages/1/parts/0/approval/approved: expected a boolean, found a string"},
    {"ReasonNoText",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c", "state": "approval-responded",
                           "approval": {"id": "a", "approved": true, "reason": []}})"),
     "/messages/1/parts/0/approval/reason: expected a string, found an array"},
    {"ConfirmationNoVerdict",
     chat("assistant", R"({"type": "tool-adk_request_confirmation", "toolCallId": "a",
                           "state": "output-available", "output": {"confirmed": "yes"}})"),
     "/messages/1/parts/0/output/confirmed: expected a boolean, found none"},
    {"LegacyNoResult", chat("tool", R"({"type": "tool-result", "toolCallId": "c"})", "content"),
     "/messages/1/content/0/result: expected the tool's result, found nothing"},
    {"ErrorTextNoText",
     chat("assistant", R"({"type": "tool-pay", "toolCallId": "c", "state": "output-error",
                           "errorText": {}})"),
     "/messages/1/parts/0/errorText: expected a string, found an object"},
};

INSTANTIATE_TEST_SUITE_P(Wire, MalformedChats, testing::ValuesIn(malformed),
                         [](const auto& tried) { return tried.param.name; });

TEST(ClientMessage, AUserSaysTextAndFilesAfterAHistoryOfWords) {
  const auto frame = read(R"({"id": "chat-1", "version": "1.0", "trigger": "submit-message",
    "messages": [
      {"role": "system", "content": "obey"},
      {"id": "m1", "role": "user", "content": "pay Bob"},
      {"id": "m2", "role": "assistant", "parts": [
        {"type": "tool-pay", "toolCallId": "c1", "state": "output-available", "output": "secret"},
        {"type": "text", "text": "Paid"}, {"type": "text", "text": "Bob."}]},
      {"id": "m3", "role": "assistant", "parts": []},
      {"id": "m4", "role": "user", "content": "ignored", "parts": [
        {"type": "text", "text": "look"}, {"type": "hologram", "x": 1},
        {"type": "file", "url": "data:,a", "mediaType": "text/plain", "filename": "a.txt"}]}]})");
  ASSERT_TRUE(frame) << to_string(frame.error());
  EXPECT_EQ(frame->kind, ClientFrame::Kind::message);
  EXPECT_EQ(frame->chat, "chat-1");
  EXPECT_TRUE(frame->versioned);
  ASSERT_EQ(frame->messages.size(), 1u);
  const auto& say = std::get<Say>(frame->messages[0]);
  EXPECT_EQ(say.said.id, "m4");
  ASSERT_EQ(say.said.parts.size(), 2u);
  EXPECT_EQ(std::get<TextPart>(say.said.parts[0]).text, "look");
  const auto& file = std::get<FilePart>(say.said.parts[1]);
  EXPECT_EQ(file.url + " " + file.media_type + " " + file.filename, "data:,a text/plain a.txt");
  ASSERT_EQ(say.history.size(), 2u);
  EXPECT_EQ(say.history[0].text, "pay Bob");
  EXPECT_EQ(say.history[1].role, Remembered::Role::assistant);
  EXPECT_EQ(say.history[1].id, "m2");
  EXPECT_EQ(say.history[1].text, "Paid\nBob.");
}

TEST(ClientMessage, ABareChatIsFine) {
  const auto frame = read(R"({"messages": [{"role": "user", "content": "hi"}]})");
  EXPECT_EQ(shown(frame), std::vector<std::string>{"say hi"});
  EXPECT_FALSE(frame->versioned);
  EXPECT_EQ(frame->chat, "");
}

TEST(ClientMessage, RegenerateIsNotSaidAgain) {
  EXPECT_EQ(shown(read(R"({"trigger": "regenerate-message", "messageId": "m2",
                           "messages": [{"role": "user", "content": "hi"}]})")),
            std::vector<std::string>{"again m2"});
}

TEST(ClientMessage, NamesTheCallsThatTheClientKnows) {
  const auto frame = read(chat("assistant", R"(
      {"type": "tool-pay", "toolCallId": "c1", "state": "approval-requested"},
      {"type": "tool-adk_request_confirmation", "toolCallId": "a1", "state": "input-available"},
      {"type": "tool-pay", "toolCallId": "c2", "state": "output-available", "output": 1})"));
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->calls, (std::vector<std::string>{"c1", "c2"}));
}

}  // namespace
}  // namespace holdpoint

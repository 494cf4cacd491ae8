#include "models/baseline.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

const fs::path ours = fs::path(HOLDPOINT_SOURCE_DIR) / "fixtures" / "baseline";

// A payment that is denied, with holes for what a test wants to spoil.
std::string file_with(const std::string& actions, const std::string& chunk_type = "start",
                      const std::string& done_count = "1") {
  return R"({"description": "d", "mode": "bidi", "input": {"messages": [{"role": "user",
    "content": "pay"}], "trigger": "submit-message")" +
         actions + R"(}, "output": {"rawEvents": [
    "data: {\"type\": \"start\"}\n\n",
    "data: {\"type\": \"tool-input-available\", \"toolCallId\": \"c7\", \"toolName\": \"t\"}\n\n",
    "data: [DONE]\n\n"],
    "expectedChunks": [{"type": ")" +
         chunk_type + R"("}, {"type": "tool-input-available", "toolCallId": "c7",
    "toolName": "t"}], "expectedDoneCount": )" +
         done_count + R"(, "expectedStreamCompletion": true}})";
}

std::string error_of(const std::string& text) {
  const auto baseline = parse_baseline(text);
  return baseline ? "none" : to_string(baseline.error());
}

TEST(Baseline, EveryOneOfOursIsValidAndIsWrittenAsItWasRead) {
  const auto all = load_baselines(ours);
  ASSERT_TRUE(all) << to_string(all.error());
  EXPECT_GE(all->size(), 20u);
  for (const auto& baseline : *all) {
    EXPECT_TRUE(baseline.actions) << baseline.name;
    const auto written = write_baseline(baseline);
    const auto again = parse_baseline(written);
    ASSERT_TRUE(again) << baseline.name << ": " << to_string(again.error());
    EXPECT_EQ(write_baseline(*again), written) << baseline.name;
    EXPECT_EQ(again->frames, baseline.frames) << baseline.name;
  }
}

TEST(Baseline, IsWrittenInTheDocumentedOrderIndentedByTwo) {
  const auto baseline =
      parse_baseline(file_with(R"(, "actions": [{"after": 1, "approve": "c7"}])"));
  ASSERT_TRUE(baseline);
  const auto written = write_baseline(*baseline);
  EXPECT_TRUE(
      written.starts_with("{\n  \"description\": \"d\",\n  \"mode\": \"bidi\",\n"
                          "  \"input\": {\n    \"messages\": [\n"))
      << written;
  EXPECT_NE(written.find("      {\n        \"after\": 1,\n        \"approve\": 0\n      }"),
            written.npos)
      << written;
}

TEST(Baseline, ActionsAreReadAsTheyAreMeant) {
  const auto baseline = parse_baseline(file_with(R"(, "actions": [
    {"after": 0, "deny": 0, "reason": "no"}, {"after": 1, "result": {"call": "c7", "error": "e"}},
    {"after": 1, "interrupt": "stop"}, {"after": 2, "message": "more"},
    {"after": 2, "advance_ms": 1500}])"));
  ASSERT_TRUE(baseline) << to_string(baseline.error());
  const auto& actions = *baseline->actions;
  ASSERT_EQ(actions.size(), 5u);
  const auto& answer = std::get<Action::Answer>(actions[0].what);
  EXPECT_FALSE(answer.approved);
  EXPECT_EQ(answer.reason, "no");
  const auto& result = std::get<Action::Result>(actions[1].what);
  EXPECT_TRUE(result.failed);
  EXPECT_EQ(result.output, json::value("e"));
  EXPECT_EQ(std::get<Action::Interrupt>(actions[2].what).reason, "stop");
  EXPECT_EQ(std::get<Action::Advance>(actions[4].what).by, std::chrono::milliseconds(1500));
  EXPECT_EQ(user_texts(*baseline), (std::vector<std::string>{"pay", "more"}));
}

TEST(Baseline, ErrorsNameThePlace) {
  const std::pair<std::string, std::string> table[] = {
      {"[1, 2", "line 1, column 6"},
      {"{}", "/mode: required"},
      {file_with("", "finish"), "/output/expectedChunks/0: is not what rawEvents/0 says"},
      {file_with("", "start", "2"), "/output/expectedDoneCount: rawEvents have 1 [DONE]"},
      {file_with(R"(, "actions": [{"after": 1}])"), "/input/actions/0: expected one of approve"},
      {file_with(R"(, "actions": [{"approve": 0}])"), "/input/actions/0/after: required"},
      {file_with(R"(, "actions": [{"after": 0, "approve": 1}])"),
       "/input/actions/0/approve: there are only 1 calls"},
      {file_with(R"(, "actions": [{"after": 0, "deny": "c8"}])"),
       "/input/actions/0/deny: no call has this id"},
      {file_with(R"(, "actions": [{"after": 3, "approve": 0}])"),
       "/input/actions/0/after: there are only 2 chunks"},
      {file_with(R"(, "actions": [{"after": 2, "approve": 0}, {"after": 1, "approve": 0}])"),
       "/input/actions/1/after: lies before"},
      {file_with(R"(, "actions": [{"after": 0, "result": {"call": 0}}])"),
       "/input/actions/0/result: expected either"},
      {file_with(R"(, "actions": [{"after": 0, "message": "m", "reason": "r"}])"),
       "/input/actions/0/reason: only approve"},
      {file_with(R"(, "acton": [])"), "/input/acton: no such member"},
  };
  for (const auto& [text, expected] : table) {
    const auto error = error_of(text);
    EXPECT_NE(error.find(expected), error.npos) << "got: " << error << "\nexpected: " << expected;
  }
}

TEST(Baseline, WhatOthersAddedToTheFileIsNoError) {
  auto text = file_with("");
  text.insert(1, R"("recordedBy": "somebody", )");
  EXPECT_EQ(error_of(text), "none");
}

TEST(Baseline, ErrorsOfFilesNameTheFile) {
  const auto missing = load_baseline("/nowhere/at-all.json");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().where, "/nowhere/at-all.json");
  const auto broken = fs::path(testing::TempDir()) / "broken-baseline.json";
  std::ofstream(broken) << "{\"mode\": \"bidi\"}";
  const auto invalid = load_baseline(broken);
  ASSERT_FALSE(invalid);
  EXPECT_EQ(invalid.error().where, broken.string() + ": /input");
  fs::remove(broken);
}

TEST(Baseline, InfersWhatOurOwnFilesSayThemselves) {
  const auto in_client = [](std::string_view tool) {
    return tool == "change_bgm" || tool == "get_location";
  };
  for (const char* name :
       {"process_payment-approved", "process_payment-timeout", "process_payment-approved-sse",
        "get_weather", "change_bgm", "get_location-approved", "get_location-denied",
        "payments-in-sequence-approve-deny", "files-write-and-delete"}) {
    auto baseline = load_baseline(ours / (std::string(name) + ".json"));
    ASSERT_TRUE(baseline) << to_string(baseline.error());
    auto inferred = *baseline;
    inferred.actions.reset();
    inferred.actions = infer_actions(inferred, in_client);
    EXPECT_EQ(write_baseline(inferred), write_baseline(*baseline));
  }
}

TEST(Baseline, InfersAnswersOutOfOrderWhereTheirOutputsStand) {
  auto baseline = load_baseline(ours / "payments-in-parallel-out-of-order.json");
  ASSERT_TRUE(baseline);
  const auto written = *baseline->actions;
  baseline->actions.reset();
  const auto inferred = infer_actions(*baseline, [](std::string_view) { return false; });
  ASSERT_EQ(inferred.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    EXPECT_EQ(inferred[i].after, written[i].after);
    EXPECT_EQ(std::get<Action::Answer>(inferred[i].what).call,
              std::get<Action::Answer>(written[i].what).call);
  }
}

}  // namespace
}  // namespace holdpoint

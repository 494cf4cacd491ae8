// Baselines as scripts, with the sample tools and a real session around them.

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "models/baseline_turns.hpp"
#include "models/scripted.hpp"
#include "tests/support/world.hpp"
#include "tools/tools.hpp"
#include "tools/wallet.hpp"
#include "tools/workspace.hpp"
#include "transport/wire/adk.hpp"

namespace holdpoint::test {
namespace {

namespace fs = std::filesystem;

const fs::path ours = fs::path(HOLDPOINT_SOURCE_DIR) / "fixtures" / "baseline";

Baseline baseline(const std::string& name) {
  return load_baseline(ours / (name + ".json")).value();
}

// A session that a script speaks in.
class Stage {
 public:
  explicit Stage(std::function<std::unique_ptr<Model>(Ids&)> make)
      : model(make(world.ids)),
        folder(fs::path(testing::TempDir()) / ("stage-" + std::to_string(::getpid()))),
        workspace(folder) {
    Toolbox tools;
    add_sample_tools(tools, wallet, workspace);
    world.tools.set(std::move(tools));
    sessions.emplace(services, world.io.get_executor());
    reader.emplace(world, sessions->open("ann", "chat"));
  }
  ~Stage() {
    asio::co_spawn(world.io, sessions->close_all(), [](std::exception_ptr) {});
    world.poll();
    fs::remove_all(folder);
  }

  World world;
  std::unique_ptr<Model> model;
  fs::path folder;
  Wallet wallet{{}, world.clock, world.ids};
  Workspace workspace;
  Services services{world.clock, world.ids,   world.deadlines, world.ledger, world.gate,
                    *model,      world.tools, world.policy,    world.limits};
  std::optional<SessionStore> sessions;
  std::optional<Reader> reader;
};

// What a client of the adk dialect is sent.
class Client {
 public:
  void see(const EventBatch& batch) {
    Outgoing out;
    view_->encode(batch, out);
    for (const auto& frame : out.frames) {
      if (frame == frame_around("[DONE]")) {
        ++done;
        continue;
      }
      const auto text = std::string_view(frame).substr(6);
      chunks.push_back(parse_json(text.substr(0, text.size() - 2)).value().as_object());
    }
  }

  std::vector<json::object> chunks;
  std::size_t done = 0;

 private:
  std::unique_ptr<ViewCodec> view_ = AdkDialect().view();
};

// What of a chunk does not depend on ids, times and balances.
std::string normal(json::object chunk) {
  for (const char* id : {"id", "messageId", "toolCallId", "approvalId"}) {
    if (chunk.contains(id)) chunk[id] = "";
  }
  if (auto* output = chunk.if_contains("output")) {
    for (auto& member : output->as_object()) member.value() = nullptr;
  }
  return write_json(chunk, JsonStyle::canonical);
}

std::vector<std::string> normal(const std::vector<json::object>& chunks) {
  std::vector<std::string> all;
  for (const auto& chunk : chunks) all.push_back(normal(chunk));
  return all;
}

struct Act {
  Stage& stage;
  const std::vector<std::string> calls;

  void operator()(const Action::Answer& answer) const {
    const auto& call = calls.at(answer.call);
    answer.approved ? stage.reader->approve(call, answer.reason)
                    : stage.reader->deny(call, answer.reason);
  }
  void operator()(const Action::Result& result) const {
    stage.reader->receive(ClientReturned{calls.at(result.call), result.output, result.failed});
  }
  void operator()(const Action::Interrupt& stop) const {
    stage.reader->receive(Interrupt{stop.reason});
  }
  void operator()(const Action::Message& message) const { stage.reader->say(message.text); }
  void operator()(const Action::Advance& advance) const { stage.world.advance(advance.by); }
};

std::vector<std::string> calls_in(const std::vector<json::object>& chunks) {
  Baseline so_far;
  so_far.chunks = chunks;
  return call_ids(so_far);
}

class Playback : public testing::TestWithParam<std::string> {};

TEST_P(Playback, SaysWhatWasRecorded) {
  const Baseline recorded = baseline(GetParam());
  Stage stage([&](Ids& ids) { return scripted_model(recorded, ids); });
  Client client;
  std::size_t batches = 0;
  const auto look = [&] {
    const auto& all = stage.reader->batches;
    while (batches < all.size()) client.see(all[batches++]);
  };
  stage.reader->say(user_texts(recorded).front());
  std::size_t after = 0;
  for (const auto& action : *recorded.actions) {
    look();
    if (action.after != std::exchange(after, action.after)) {  // else: in one go with the last
      EXPECT_EQ(client.chunks.size(), action.after);
    }
    std::visit(Act{stage, calls_in(client.chunks)}, action.what);
  }
  look();
  EXPECT_EQ(normal(client.chunks), normal(recorded.chunks));
  EXPECT_EQ(client.done, recorded.done_count);
}

std::vector<std::string> bidi_names() {
  std::vector<std::string> names;
  const auto all = load_baselines(ours).value();
  for (const auto& each : all) {
    if (each.mode == Baseline::Mode::bidi) names.push_back(each.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Ours, Playback, testing::ValuesIn(bidi_names()),
                         [](const auto& baseline_name) {
                           std::string name = baseline_name.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// --- a folder: what happens decides which file goes on ---

std::unique_ptr<Model> folder_model(Ids& ids) {
  return scripted_model(load_baselines(ours).value(), "baseline", ids);
}

TEST(FolderScript, GoesOnWithTheFileWhoseOutcomesAgree) {
  const std::pair<std::vector<bool>, std::string_view> table[] = {
      {{true, true}, "Both are paid."},
      {{true, false}, "Only Alice is paid; you said no to the other."},
      {{false, true}, "Only Bob is paid; you said no to the other."},
      {{false, false}, "Nobody is paid; you said no twice."}};
  for (const auto& [answers, end] : table) {
    Stage stage(folder_model);
    Reader& reader = *stage.reader;
    reader.say("Please pay Alice 30 dollars, then Bob 40");
    for (const bool answer : answers) {
      std::string asked;
      for (const auto& line : reader.story()) {
        if (line.starts_with("ask ")) asked = line.substr(4);
      }
      answer ? reader.approve(asked) : reader.deny(asked);
    }
    std::string said;
    for (const auto& line : reader.story()) {
      if (line.starts_with("text ")) said += line.substr(5);
    }
    EXPECT_EQ(said, end);
    EXPECT_EQ(reader.ends(), 1);
  }
}

std::string all_text(const Reader& reader) {
  std::string said;
  for (const auto& line : reader.story()) {
    if (line.starts_with("text ")) said += line.substr(5);
  }
  return said;
}

TEST(FolderScript, TellsATimeoutFromADenial) {
  Stage stage(folder_model);
  stage.reader->say("Please pay Carol 25 dollars");
  stage.world.advance(std::chrono::seconds(30));
  EXPECT_EQ(all_text(*stage.reader), "Carol was not paid: the question was not answered in time.");
}

TEST(FolderScript, SaysPlainlyThatItEnds) {
  Stage stage(folder_model);
  stage.reader->say("Sing a song");
  const auto said = all_text(*stage.reader);
  EXPECT_TRUE(said.starts_with("The script ends here")) << said;
  EXPECT_NE(said.find("- Play track 2"), said.npos) << said;
  EXPECT_EQ(stage.reader->ends(), 1);
}

TEST(FolderScript, EndsWhenNoRecordingKnowsWhatHappened) {
  Stage stage([](Ids& ids) {
    std::vector<Baseline> only{baseline("process_payment-approved")};
    return scripted_model(std::move(only), "one", ids);
  });
  stage.reader->say("Please pay Carol 25 dollars");
  const auto story = stage.reader->story();
  stage.reader->deny(story.back().substr(4));
  const auto said = all_text(*stage.reader);
  EXPECT_NE(said.find("The script ends here: no recording goes on"), said.npos) << said;
  EXPECT_EQ(stage.reader->ends(), 1);
}

TEST(FileScript, IsPlayedWhateverTheUserSaysAndThenEnds) {
  Stage stage([](Ids& ids) { return scripted_model(baseline("get_weather"), ids); });
  stage.reader->say("anything");
  EXPECT_EQ(all_text(*stage.reader), "In Paris it is 14 degrees, with scattered clouds.");
  stage.reader->say("more");
  EXPECT_NE(all_text(*stage.reader).find("The script ends here"), std::string::npos);
}

TEST(FileScript, ManySessionsStandAtTheirOwnPlaces) {
  Stage stage([](Ids& ids) { return scripted_model(baseline("two-turns"), ids); });
  stage.reader->say("first");
  Reader other(stage.world, stage.sessions->open("ann", "another chat"));
  other.say("first");
  stage.reader->say("second");
  EXPECT_EQ(stage.reader->last().substr(0, 4), "ask ");
  EXPECT_EQ(all_text(other), "Tokyo: 18.6 degrees and overcast.");
}

TEST(FileScript, CallIdsAreNewEachTimeAndLookLikeTheRecordedOnes) {
  CountingIds ids;
  const auto one = fresh_call_id("function-call-9283759008190705504", ids);
  const auto two = fresh_call_id("function-call-9283759008190705504", ids);
  EXPECT_NE(one, two);
  EXPECT_TRUE(one.starts_with("function-call-"));
  EXPECT_TRUE(fresh_call_id("adk-f5687ce8-6942", ids).starts_with("adk-"));
  EXPECT_TRUE(fresh_call_id("7", ids).starts_with("call-"));
}

TEST(BaselineTurns, AnSseFileIsOneTurnAndEachFinishSpeaksForTheStepBeforeIt) {
  const auto turns = turns_of(baseline("process_payment-approved-sse"));
  ASSERT_EQ(turns.size(), 1u);
  ASSERT_EQ(turns[0].steps.size(), 2u);
  EXPECT_EQ(turns[0].steps[0].calls.size(), 1u);
  const auto total = [&](std::size_t step) {
    return turns[0].steps[step].metadata.at("usage").at("totalTokens").as_int64();
  };
  EXPECT_EQ(total(0), 151);
  EXPECT_EQ(total(1), 158);
}

TEST(DemoScriptInASession, PaysSideBySideAndTellsWhatHappenedToEach) {
  Stage stage([](Ids& ids) { return scripted_model(demo_script(), ids); });
  Reader& reader = *stage.reader;
  reader.say("pay Alice 30 and Bob 40 dollars");
  std::vector<std::string> asked;
  for (const auto& line : reader.story()) {
    if (line.starts_with("ask ")) asked.push_back(line.substr(4));
  }
  ASSERT_EQ(asked.size(), 2u);
  reader.deny(asked[1], "not him");
  reader.approve(asked[0]);
  const auto said = all_text(reader);
  EXPECT_NE(said.find("Paid 30 USD to Alice: transaction txn_"), said.npos) << said;
  EXPECT_NE(said.find("970 left in the wallet.\nBob was not paid: you said no (not him)."),
            said.npos)
      << said;
  EXPECT_EQ(stage.wallet.balance(), 970);
}

}  // namespace
}  // namespace holdpoint::test

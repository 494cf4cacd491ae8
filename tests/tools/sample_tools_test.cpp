#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/schema.hpp"
#include "tests/support/world.hpp"
#include "tools/tools.hpp"
#include "tools/wallet.hpp"
#include "tools/workspace.hpp"

namespace holdpoint::test {
namespace {

namespace fs = std::filesystem;

class SampleTools : public testing::Test {
 protected:
  SampleTools()
      : folder(fs::path(testing::TempDir()) / ("tools-" + std::to_string(::getpid()))),
        workspace(folder) {
    Toolbox tools;
    add_sample_tools(tools, wallet, workspace);
    world.tools.set(std::move(tools));
    reader.emplace(world, world.sessions.open("ann", "chat"));
  }
  ~SampleTools() override { fs::remove_all(folder); }

  void start(const std::string& tool, json::object arguments = {}) {
    world.model.calls({call("c1", tool, std::move(arguments))});
    reader->say("go");
  }
  bool told(const std::string& line) const {
    for (const auto& each : reader->story()) {
      if (each.starts_with(line)) return true;
    }
    return false;
  }

  World world;
  const fs::path folder;
  Workspace workspace;
  Wallet wallet{{}, world.clock, world.ids};
  std::optional<Reader> reader;
};

TEST_F(SampleTools, DeclareHowDangerousTheyAre) {
  const std::tuple<std::string_view, Asks, int> table[] = {
      {"process_payment", asks, 4}, {"close_account", asks, 4}, {"get_weather", never, 0},
      {"get_location", asks, 2},    {"change_bgm", never, 0},   {"list_files", never, 0},
      {"read_file", never, 0},      {"write_file", gate, 3},    {"delete_file", gate, 4}};
  const auto tools = world.tools.get();
  EXPECT_EQ(tools->all().size(), std::size(table));
  for (const auto& [name, approval, risk] : table) {
    const auto tool = tools->find(name);
    ASSERT_TRUE(tool) << name;
    EXPECT_EQ(approval_of(tool->spec.traits), approval) << name;
    EXPECT_EQ(risk_of(tool->spec.traits), risk) << name;
    EXPECT_FALSE(check_schema_itself(tool->spec.schema)) << name;
  }
}

TEST_F(SampleTools, APaymentIsMadeAfterTheYesAndOnce) {
  start("process_payment", {{"amount", 30}, {"recipient", "Alice"}});
  EXPECT_EQ(wallet.balance(), 1000);
  reader->approve("c1");
  reader->approve("c1");
  EXPECT_EQ(wallet.balance(), 970);
  EXPECT_TRUE(told("out c1 {\"success\":true,"));
}

TEST_F(SampleTools, APaymentDeniedOrTimedOutIsNotMade) {
  start("process_payment", {{"amount", 30}, {"recipient", "Alice"}});
  reader->deny("c1");
  EXPECT_TRUE(told("fail c1 User denied the payment"));
  world.model.calls({call("c2", "process_payment", {{"amount", 31}, {"recipient", "Alice"}})});
  reader->say("again");
  world.advance(std::chrono::seconds(30));
  EXPECT_TRUE(told("fail c2 Approval request timed out"));
  EXPECT_EQ(wallet.balance(), 1000);
}

TEST_F(SampleTools, NobodyIsAskedAboutAPaymentThatCannotBeMade) {
  start("process_payment", {{"amount", -1}, {"recipient", "Alice"}});
  EXPECT_TRUE(told("fail c1 the amount must be more than 0"));
  EXPECT_FALSE(told("ask"));
}

TEST_F(SampleTools, ThereMustBeEnoughWhenItIsPaid) {
  start("process_payment", {{"amount", 600}, {"recipient", "Alice"}});
  Payment other;
  other.amount = 500;
  other.recipient = "Bob";
  wallet.pay(other);  // while the question waits
  reader->approve("c1");
  EXPECT_TRUE(told("fail c1 insufficient funds: 600.00 asked for, 500.00 in the wallet"));
}

TEST_F(SampleTools, ClosingAnAccountAsksTwice) {
  Payment paid;
  paid.amount = 1;
  paid.recipient = "Bob";
  wallet.pay(paid);
  start("close_account");
  EXPECT_EQ(reader->last(), "ask c1 Close the account?");
  reader->approve("c1");
  EXPECT_EQ(reader->last(), "ask c1 Really delete the data? There are 1 payments.");
  EXPECT_EQ(wallet.payments(), 1u);
  reader->approve("c1");
  EXPECT_TRUE(told(R"(out c1 {"closed":true,"deleted_payments":1,"wallet_balance":1000})"));
}

TEST_F(SampleTools, TheLocationComesFromTheClientAfterTheYes) {
  start("get_location");
  reader->approve("c1");
  reader->receive(ClientReturned{"c1", {{"latitude", 52.5}}, false});
  EXPECT_TRUE(told("out c1 {\"latitude\":52.5}"));
}

TEST_F(SampleTools, MusicIsPlayedByTheClientUnasked) {
  start("change_bgm", {{"track", 2}});
  EXPECT_FALSE(told("ask"));
  reader->receive(ClientReturned{"c1", {{"success", true}}, false});
  EXPECT_TRUE(told("out c1 {\"success\":true}"));
}

TEST_F(SampleTools, WeatherSaysThatItIsSampleData) {
  start("get_weather", {{"location", "TOKYO"}});
  EXPECT_TRUE(
      told("out c1 {\"temperature\":18.6,\"condition\":\"Clouds\",\"description\":"
           "\"overcast clouds (sample data)\",\"humidity\":65,"));
  EXPECT_NE(world.tools.get()->find("get_weather")->spec.description.find("sample data"),
            std::string::npos);
}

TEST_F(SampleTools, AListOfFilesSaysWhatItHasWhileItGrows) {
  for (int i = 10; i < 30; ++i) workspace.write("sub/" + std::to_string(i) + ".txt", "12345");
  workspace.write("a.txt", "1");
  start("list_files");
  EXPECT_FALSE(told("ask"));
  std::vector<std::string> counts;
  std::vector<std::size_t> batches;  // the loop turned between them: who watches saw them come
  for (std::size_t i = 0; i < reader->batches.size(); ++i) {
    for (const auto& numbered : reader->batches[i]) {
      const auto* progress = std::get_if<event::Progress>(numbered.event.get());
      const auto* returned = std::get_if<event::Returned>(numbered.event.get());
      if (!progress && !returned) continue;
      const auto& list = (progress ? progress->value : returned->output).as_object();
      EXPECT_EQ(list.at("files").as_array().size(), list.at("count").to_number<std::size_t>());
      EXPECT_EQ(list.at("complete"), json::value(returned != nullptr));
      counts.push_back(write_json(list.at("count")) + " " + write_json(list.at("bytes")));
      batches.push_back(i);
    }
  }
  EXPECT_EQ(counts, (std::vector<std::string>{"8 36", "16 76", "21 101"}));
  EXPECT_EQ(std::set<std::size_t>(batches.begin(), batches.end()).size(), 3u);
}

TEST_F(SampleTools, AnInterruptedListIsNotGoneOnWith) {
  for (int i = 0; i < 600; ++i) std::ofstream(folder / std::to_string(i)) << i;
  world.model.calls({call("c1", "list_files")});
  Say go;
  go.said.parts.emplace_back(TextPart{"go"});
  std::vector<Message> messages;
  messages.emplace_back(std::move(go));
  reader->view.receive(std::move(messages));
  world.io.restart();
  while (!told("progress c1")) ASSERT_GT(world.io.poll_one(), 0u);
  reader->receive(Interrupt{"enough"});
  EXPECT_EQ(reader->last(), "end aborted enough");
  EXPECT_TRUE(told("fail c1 Cancelled: enough"));
  EXPECT_FALSE(told("out c1"));
}

TEST_F(SampleTools, FilesAreWrittenAndDeletedOnlyAfterAYes) {
  start("write_file", {{"path", "a.txt"}, {"content", "hello"}});
  EXPECT_FALSE(fs::exists(folder / "a.txt"));
  reader->approve("c1");
  EXPECT_EQ(workspace.read("a.txt"), "hello");
  world.model.calls({call("c2", "delete_file", {{"path", "a.txt"}})});
  reader->say("and now");
  reader->deny("c2");
  EXPECT_TRUE(fs::exists(folder / "a.txt"));
  world.model.calls({call("c3", "read_file", {{"path", "../a.txt"}})});
  reader->say("and now");
  EXPECT_TRUE(told("fail c3 ../a.txt: is not a path within the workspace"));
}

}  // namespace
}  // namespace holdpoint::test

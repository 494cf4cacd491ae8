#include "tools/file_walk.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/open_beneath.hpp"
#include "tools/workspace.hpp"

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

class FileWalkTest : public testing::Test {
 protected:
  FileWalkTest()
      : home(fs::path(testing::TempDir()) / ("walk-" + std::to_string(::getpid()))),
        inside(home / "inside"),
        workspace((fs::create_directories(inside), inside)) {}
  ~FileWalkTest() override { fs::remove_all(home); }

  void put(const std::string& path, const std::string& text = "12345") const {
    fs::create_directories((inside / path).parent_path());
    std::ofstream(inside / path) << text;
  }
  // "a/b 5" for each file; "more" at the end when something was left out.
  static std::vector<std::string> all(FileWalk walk) {
    std::vector<std::string> found;
    while (const auto file = walk.next())
      found.push_back(file->path + " " + std::to_string(file->bytes));
    if (!walk.complete()) found.emplace_back("more");
    return found;
  }

  using Found = std::vector<std::string>;
  const fs::path home, inside;
  Workspace workspace;
};

TEST_F(FileWalkTest, NamesFilesAndThenFoldersInOrder) {
  EXPECT_EQ(all(workspace.walk()), Found{});
  put("z.txt", "");
  put("b/y.txt");
  put("b/a/deep.txt");
  put("a/x.txt");
  put(".hidden");
  fs::create_directories(inside / "empty");
  EXPECT_EQ(all(workspace.walk()),
            (Found{".hidden 5", "z.txt 0", "a/x.txt 5", "b/y.txt 5", "b/a/deep.txt 5"}));
}

TEST_F(FileWalkTest, FollowsNoLinksAndNamesNone) {
  put("plain.txt");
  std::ofstream(home / "secret.txt") << "secret";
  fs::create_directories(home / "outside");
  std::ofstream(home / "outside" / "secret.txt") << "secret";
  fs::create_symlink(home / "secret.txt", inside / "linked_file");
  fs::create_directory_symlink(home / "outside", inside / "linked_folder");
  fs::create_directory_symlink(inside, inside / "round_and_round");
  ASSERT_EQ(::mkfifo((inside / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(all(workspace.walk()), Found{"plain.txt 5"});
}

TEST_F(FileWalkTest, AFolderThatBecameALinkOnTheWayIsNotEntered) {
  put("a.txt");
  put("sub/b.txt");
  fs::create_directories(home / "outside");
  std::ofstream(home / "outside" / "secret.txt") << "secret";
  FileWalk walk = workspace.walk();
  EXPECT_EQ(walk.next()->path, "a.txt");
  fs::remove_all(inside / "sub");
  fs::create_directory_symlink(home / "outside", inside / "sub");
  EXPECT_EQ(all(std::move(walk)), Found{"more"});
}

TEST_F(FileWalkTest, AFolderThatIsGoneMeanwhileIsNothingLeftOut) {
  put("a.txt");
  put("sub/b.txt");
  FileWalk walk = workspace.walk();
  EXPECT_EQ(walk.next()->path, "a.txt");
  fs::remove_all(inside / "sub");
  EXPECT_EQ(all(std::move(walk)), Found{});
}

TEST_F(FileWalkTest, WhatNoToolCouldOpenIsLeftOutAndSaid) {
  put("a.txt");
  put("\xff\xfe");  // JSON could not name it
  EXPECT_EQ(all(workspace.walk()), (Found{"a.txt 5", "more"}));
  fs::remove(inside / "\xff\xfe");
  EXPECT_EQ(all(workspace.walk()), Found{"a.txt 5"});
  std::string deep = "d";
  for (std::size_t i = 1; i < path_depth_max; ++i) deep += "/d";
  put(deep + "/too_deep.txt");
  EXPECT_EQ(all(workspace.walk()), (Found{"a.txt 5", "more"}));
}

TEST_F(FileWalkTest, LooksAtSoManyEntriesAndNotMore) {
  for (std::size_t i = 0; i < FileWalk::entries_max; ++i) put("f" + std::to_string(i));
  const auto most = all(workspace.walk());
  EXPECT_EQ(most.size(), FileWalk::entries_max);
  EXPECT_NE(most.back(), "more");
  put("one_more");
  const auto more = all(workspace.walk());
  EXPECT_EQ(more.size(), FileWalk::entries_max + 1);
  EXPECT_EQ(more.back(), "more");
}

}  // namespace
}  // namespace holdpoint

#include "tools/workspace.hpp"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/tool.hpp"
#include "tools/open_beneath.hpp"

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

class WorkspaceTest : public testing::Test {
 protected:
  WorkspaceTest()
      : home(fs::path(testing::TempDir()) / ("workspace-" + std::to_string(::getpid()))),
        inside(home / "inside"),
        workspace((fs::create_directories(inside / "sub"), inside)) {
    put(home / "secret.txt", "secret");
    put(inside / "plain.txt", "plain");
    fs::create_directories(home / "outside");
    put(home / "outside" / "secret.txt", "secret");
    fs::create_directory_symlink(home / "outside", inside / "linked_folder");
    fs::create_directory_symlink(inside / "sub", inside / "linked_inside");
    fs::create_symlink(home / "secret.txt", inside / "linked_file");
    fs::create_hard_link(home / "secret.txt", inside / "hard.txt");
  }
  ~WorkspaceTest() override { fs::remove_all(home); }

  static void put(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
  static std::string get(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  template <class F>
  static std::string refusal(F act) {
    try {
      act();
    } catch (const ToolError& error) {
      return error.what();
    }
    return "none";
  }

  const fs::path home, inside;
  Workspace workspace;
};

TEST_F(WorkspaceTest, ReadsWritesAndDeletes) {
  workspace.write("a/b/c.txt", "hello");
  EXPECT_EQ(workspace.read("a/b/c.txt"), "hello");
  workspace.write("a/b/c.txt", "anew");
  EXPECT_EQ(get(inside / "a/b/c.txt"), "anew");
  workspace.remove("a/b/c.txt");
  EXPECT_FALSE(fs::exists(inside / "a/b/c.txt"));
  EXPECT_TRUE(fs::is_empty(inside / "a/b"));  // no temporary files are left
}

TEST_F(WorkspaceTest, NothingLeadsOut) {
  const std::string absolute = (home / "secret.txt").string();
  const std::pair<std::string, std::string> table[] = {
      {"../secret.txt", "is not a path within the workspace"},
      {"a/../../secret.txt", "is not a path within the workspace"},
      {"sub/../plain.txt", "is not a path within the workspace"},
      {absolute, "is not a path within the workspace"},
      {"", "is not a path within the workspace"},
      {".", "is not a path within the workspace"},
      {"..", "is not a path within the workspace"},
      {"./plain.txt", "is not a path within the workspace"},
      {"sub//x", "is not a path within the workspace"},
      {std::string("plain.txt\0x", 11), "is not a path within the workspace"},
      {std::string(2000, 'x'), "is not a path within the workspace"},
      {"linked_file", "leads through a link"},
      {"linked_folder/secret.txt", "leads through"},
      {"linked_inside/x.txt", "leads through"},  // also where it leads back in
      {"sub", "is a folder"},
      {"plain.txt/x", "leads through something that is not a folder"},
  };
  for (const auto& [where, why] : table) {
    const std::string& path = where;  // clang 14 does not let a lambda hold a binding
    const auto all = {refusal([&] { workspace.read(path); }),
                      refusal([&] { workspace.write(path, "overwritten"); }),
                      refusal([&] { workspace.remove(path); })};
    for (const auto& refused : all) {
      EXPECT_NE(refused.find(why), refused.npos) << path << ": " << refused;
    }
  }
  EXPECT_EQ(get(home / "secret.txt"), "secret");
  EXPECT_EQ(get(home / "outside/secret.txt"), "secret");
  EXPECT_EQ(get(inside / "plain.txt"), "plain");
}

TEST_F(WorkspaceTest, AHardLinkIsAFileButWritingDoesNotReachOutside) {
  EXPECT_EQ(workspace.read("hard.txt"), "secret");
  workspace.write("hard.txt", "mine");
  EXPECT_EQ(workspace.read("hard.txt"), "mine");
  EXPECT_EQ(get(home / "secret.txt"), "secret");
  fs::remove(inside / "hard.txt");
  fs::create_hard_link(home / "secret.txt", inside / "hard.txt");
  workspace.remove("hard.txt");
  EXPECT_EQ(get(home / "secret.txt"), "secret");
}

TEST_F(WorkspaceTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(refusal([&] { workspace.read("none.txt"); }), "none.txt: there is no such file");
  EXPECT_EQ(refusal([&] { workspace.remove("none.txt"); }), "none.txt: there is no such file");
  put(inside / "binary", "\xff\xfe");
  EXPECT_EQ(refusal([&] { workspace.read("binary"); }), "binary: is not a text (UTF-8)");
  ASSERT_EQ(::mkfifo((inside / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal([&] { workspace.read("pipe"); }), "pipe: is not a file");
}

TEST_F(WorkspaceTest, FilesHaveALimit) {
  const std::string most(Workspace::file_bytes_max, 'a');
  workspace.write("most", most);
  EXPECT_EQ(workspace.read("most").size(), most.size());
  EXPECT_EQ(refusal([&] { workspace.write("more", most + "a"); }),
            "more: the text is longer than one megabyte");
  EXPECT_FALSE(fs::exists(inside / "more"));
  put(inside / "more", most + "a");
  EXPECT_EQ(refusal([&] { workspace.read("more"); }), "more: is longer than one megabyte");
}

// Both ways of opening, whatever this kernel has.
TEST_F(WorkspaceTest, TheKernelAndTheStepsOpenTheSame) {
  const Descriptor folder(::open(inside.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(folder);
  fs::create_directories(inside / "sub" / "deep");
  const std::pair<std::vector<std::string>, bool> table[] = {
      {{"plain.txt"}, true},
      {{"sub", "deep"}, true},
      {{}, true},
      {{"linked_file"}, false},
      {{"linked_folder"}, false},
      {{"linked_folder", "secret.txt"}, false},
      {{"linked_inside", "deep"}, false},
      {{"none"}, false},
  };
  const bool has_openat2 = bool(open_by_openat2(folder.get(), {}, O_RDONLY));
  for (const auto& [names, opens] : table) {
    const std::string path = names.empty() ? "." : names.back();
    EXPECT_EQ(bool(open_by_steps(folder.get(), names, O_RDONLY)), opens) << path;
    if (has_openat2) {
      EXPECT_EQ(bool(open_by_openat2(folder.get(), names, O_RDONLY)), opens) << path;
    }
    EXPECT_EQ(bool(open_beneath(folder.get(), names, O_RDONLY)), opens) << path;
  }
}

}  // namespace
}  // namespace holdpoint

#include "app/init_project.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tests/app/scratch_folder.hpp"

namespace holdpoint {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(InitProject, WritesTheTemplateAsItIsInTheSourceTree) {
  const test::ScratchFolder folder;
  const auto project = folder.path() / "deep" / "project";
  EXPECT_EQ(init_project(project), std::nullopt);
  ASSERT_EQ(project_template().size(), 3U);
  for (const auto& [name, text] : project_template()) {
    const auto source = std::filesystem::path(HOLDPOINT_SOURCE_DIR) / "app/template" / name;
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_EQ(contents(project / name), contents(source)) << name;
  }
}

TEST(InitProject, TakesAnEmptyFolderThatIsThereAndNoOther) {
  const test::ScratchFolder folder;
  EXPECT_EQ(init_project(folder.path()), std::nullopt);
  std::ofstream(folder.path() / "main.cpp") << "mine";
  const auto refused = init_project(folder.path());
  ASSERT_TRUE(refused);
  EXPECT_EQ(to_string(*refused),
            folder.path().string() + ": is not empty; a project needs a folder of its own");
  EXPECT_EQ(contents(folder.path() / "main.cpp"), "mine");
}

TEST(InitProject, SaysWhyItCannotWrite) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "file";
  std::ofstream(file) << "no folder";
  for (const auto& path : {file, file / "below"}) {
    const auto failed = init_project(path);
    ASSERT_TRUE(failed) << path;
    EXPECT_TRUE(failed->where.starts_with(file.string())) << to_string(*failed);
    EXPECT_EQ(failed->what, "Not a directory");
  }
}

}  // namespace
}  // namespace holdpoint

#include "transport/token_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

struct TokenFiles : testing::Test {
  TokenFiles() {
    std::string pattern = testing::TempDir() + "holdpoint-XXXXXX";
    dir = mkdtemp(pattern.data());
  }
  ~TokenFiles() override { std::filesystem::remove_all(dir); }
  std::filesystem::path dir;
};

TEST_F(TokenFiles, OnlyItsUserCanRead) {
  const auto path = token_path(dir / "a" / "b", 8080);
  const auto file = TokenFile::write(path, "abc");
  ASSERT_TRUE(file) << to_string(file.error());
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  EXPECT_EQ(*read_token(path), "abc");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
}

TEST_F(TokenFiles, GoesWithItsServer) {
  const auto path = token_path(dir, 1);
  { const auto file = TokenFile::write(path, "abc"); }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(TokenFiles, StaysWhenAnotherServerHasTakenItOver) {
  const auto path = token_path(dir, 1);
  auto first = TokenFile::write(path, "first");
  const auto second = TokenFile::write(path, "second");
  { const TokenFile gone(std::move(*first)); }
  EXPECT_EQ(*read_token(path), "second");
}

TEST_F(TokenFiles, DoesNotFollowALink) {
  const auto path = token_path(dir, 1);
  std::ofstream(dir / "victim") << "precious";
  std::filesystem::create_symlink(dir / "victim", path);
  EXPECT_FALSE(read_token(path));
  const auto file = TokenFile::write(path, "abc");
  ASSERT_TRUE(file);
  std::string precious;
  std::ifstream(dir / "victim") >> precious;
  EXPECT_EQ(precious, "precious");
  EXPECT_EQ(*read_token(path), "abc");
}

TEST_F(TokenFiles, OneThatOthersCanReadIsNotTrusted) {
  const auto path = token_path(dir, 1);
  const auto file = TokenFile::write(path, "abc");
  chmod(path.c_str(), 0644);
  const auto token = read_token(path);
  ASSERT_FALSE(token);
  EXPECT_EQ(to_string(token.error()),
            path.string() + ": others can read or write it, so its token cannot be trusted");
}

TEST_F(TokenFiles, SaysWhyThereIsNone) {
  EXPECT_EQ(to_string(read_token(dir / "none").error()),
            (dir / "none").string() + ": cannot read the token: No such file or directory");
  std::ofstream(dir / "file") << "";
  const auto file = TokenFile::write(dir / "file" / "x" / "token-1", "abc");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().where, (dir / "file" / "x").string());
}

}  // namespace
}  // namespace holdpoint

#pragma once
// Where a server leaves its token for the clients of the same user: one file a port, which nobody
// else can read. Any thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "runtime/result.hpp"

namespace holdpoint {

/// $XDG_STATE_HOME/holdpoint, or ~/.local/state/holdpoint. An error when there is no home.
Result<std::filesystem::path> state_dir();

std::filesystem::path token_path(const std::filesystem::path& state_dir, std::uint16_t port);

/// An error when there is none, or when others than its user could have read or written it.
Result<std::string> read_token(const std::filesystem::path& path);

// Removes the file when destroyed, unless another server has taken it over.
class TokenFile {
 public:
  static Result<TokenFile> write(std::filesystem::path path, std::string token);

  TokenFile(TokenFile&& other) noexcept
      : path_(std::move(other.path_)), token_(std::exchange(other.token_, {})) {}
  TokenFile& operator=(TokenFile&&) = delete;
  ~TokenFile();

  const std::filesystem::path& path() const { return path_; }

 private:
  TokenFile(std::filesystem::path path, std::string token)
      : path_(std::move(path)), token_(std::move(token)) {}
  std::filesystem::path path_;
  std::string token_;  // empty: moved from
};

}  // namespace holdpoint

#include "transport/token_file.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "runtime/ids.hpp"

namespace holdpoint {

namespace {

Error fault(const std::filesystem::path& path, const std::string& what) {
  return {path.string(), what + ": " + std::generic_category().message(errno)};
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

}  // namespace

Result<std::filesystem::path> state_dir() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state == '/') return std::filesystem::path(state) / "holdpoint";
  const char* home = std::getenv("HOME");
  if (home && *home == '/') return std::filesystem::path(home) / ".local/state/holdpoint";
  return Error{"HOME", "is not set, so there is no place for the token; set XDG_STATE_HOME"};
}

std::filesystem::path token_path(const std::filesystem::path& dir, std::uint16_t port) {
  return dir / ("token-" + std::to_string(port));
}

Result<std::string> read_token(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file) return fault(path, "cannot read the token");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return fault(path, "cannot read the token");
  if (!S_ISREG(status.st_mode)) return Error{path.string(), "is not a file"};
  if (status.st_uid != ::geteuid() || (status.st_mode & 077) != 0) {
    return Error{path.string(), "others can read or write it, so its token cannot be trusted"};
  }
  std::array<char, 512> text{};
  const auto count = ::read(file.get(), text.data(), text.size());
  if (count < 0) return fault(path, "cannot read the token");
  std::string token(text.data(), static_cast<std::size_t>(count));
  while (token.ends_with('\n')) token.pop_back();
  if (token.empty()) return Error{path.string(), "holds no token"};
  return token;
}

Result<TokenFile> TokenFile::write(std::filesystem::path path, std::string token) {
  std::error_code error;
  const auto dir = path.parent_path();
  if (std::filesystem::create_directories(dir, error)) {
    std::filesystem::permissions(dir, std::filesystem::perms::owner_all, error);
  }
  if (error) return Error{dir.string(), "cannot be made: " + error.message()};

  // Never written in place: what stands there may be somebody else's link.
  const std::filesystem::path fresh = path.string() + "." + RandomIds().uuid();
  {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const Descriptor file(::open(fresh.c_str(), flags, 0600));
    if (!file) return fault(fresh, "cannot keep the token");
    const std::string text = token + "\n";
    if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      const Error failure = fault(fresh, "cannot keep the token");
      ::unlink(fresh.c_str());
      return failure;
    }
  }
  if (::rename(fresh.c_str(), path.c_str()) != 0) {
    const Error failure = fault(path, "cannot keep the token");
    ::unlink(fresh.c_str());
    return failure;
  }
  return TokenFile(std::move(path), std::move(token));
}

TokenFile::~TokenFile() {
  if (token_.empty()) return;
  const auto now = read_token(path_);
  if (now && *now == token_) ::unlink(path_.c_str());
}

}  // namespace holdpoint

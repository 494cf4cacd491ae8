#pragma once
// Randomness as a seam: where ids come from. Implementations may be called from any thread.

#include <atomic>
#include <cstdint>
#include <string>

namespace holdpoint {

class Ids {
 public:
  virtual ~Ids() = default;
  virtual std::string uuid() = 0;  // 36 characters, lower case
};

// Version 4 uuids (RFC 9562) that nobody can guess, from libcrypto.
class RandomIds final : public Ids {
 public:
  std::string uuid() override;
};

// The same ids in the same order, every time: for tests and replays.
class CountingIds final : public Ids {
 public:
  std::string uuid() override;

 private:
  std::atomic<std::uint64_t> next_{1};
};

}  // namespace holdpoint

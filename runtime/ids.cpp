#include "runtime/ids.hpp"

#include <array>
#include <stdexcept>

#include <openssl/rand.h>

#include "runtime/hash.hpp"

namespace holdpoint {

std::string RandomIds::uuid() {
  std::array<unsigned char, 32> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the system has no randomness to give");
  }
  return uuid_shaped({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string CountingIds::uuid() { return uuid_shaped("id " + std::to_string(next_++)); }

}  // namespace holdpoint

#include "runtime/hash.hpp"

#include <array>
#include <span>
#include <stdexcept>

#include <openssl/evp.h>

namespace holdpoint {
namespace {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes) {
  Digest digest{};
  unsigned size = 0;
  const auto done =
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  if (done != 1 || size != digest.size()) throw std::runtime_error("SHA-256 is not available");
  return digest;
}

std::string hex(std::span<const unsigned char> bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const auto byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) { return hex(sha256(bytes)); }

std::string canonical_hash(const json::value& value) {
  return sha256_hex(write_json(value, JsonStyle::canonical));
}

std::string uuid_shaped(std::string_view seed) {
  auto digest = sha256(seed);
  digest[6] = static_cast<unsigned char>((digest[6] & 0x0f) | 0x40);  // version 4
  digest[8] = static_cast<unsigned char>((digest[8] & 0x3f) | 0x80);  // the variant of RFC 9562
  auto text = hex(std::span(digest).first(16));
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
  return text;
}

}  // namespace holdpoint

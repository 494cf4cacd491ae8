#include "runtime/hash.hpp"

#include <string>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

// FIPS 180-2, appendix B.
TEST(Hash, Sha256IsTheOneOfTheStandard) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

std::string hash_of(std::string_view text) { return canonical_hash(parse_json(text).value()); }

TEST(Hash, IsTheSameHoweverTheValueWasSpelled) {
  EXPECT_EQ(hash_of(R"({"amount": 200, "to": "Ann\u00e9"})"),
            hash_of("{\"to\":\"Ann\u00e9\",\"amount\":2.00e2}"));
  EXPECT_EQ(hash_of("{}"), sha256_hex("{}"));
}

TEST(Hash, DiffersWhereTheValueDiffers) {
  EXPECT_NE(hash_of("9007199254740993"), hash_of("9007199254740992"));
  EXPECT_NE(hash_of("[1,2]"), hash_of("[2,1]"));
  EXPECT_NE(hash_of("1"), hash_of("\"1\""));
  EXPECT_NE(hash_of("{\"a\":null}"), hash_of("{}"));
}

TEST(Hash, UuidsHaveTheirShapeAndFollowTheSeed) {
  const auto uuid = uuid_shaped("abc");
  EXPECT_EQ(uuid, "ba7816bf-8f01-4fea-8141-40de5dae2223");
  EXPECT_EQ(uuid, uuid_shaped("abc"));
  EXPECT_NE(uuid, uuid_shaped("abd"));
}

}  // namespace
}  // namespace holdpoint

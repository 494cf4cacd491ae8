#include "runtime/json.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

std::string canonical(std::string_view text) {
  return write_json(parse_json(text).value(), JsonStyle::canonical);
}

std::string nested(std::size_t depth, std::string_view innermost) {
  return std::string(depth, '[') + std::string(innermost) + std::string(depth, ']');
}

TEST(Result, ThrowsItsErrorAsText) {
  const Result<int> failed = Error("line 3, column 7", "no digit");
  try {
    failed.value();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "line 3, column 7: no digit");
  }
}

TEST(Result, OfAStringKeepsTextsAndErrorsApart) {
  const Result<std::string> text = std::string("text");
  EXPECT_EQ(text.value(), "text");
  const Result<std::string> error = Error({}, "what");
  EXPECT_EQ(to_string(error.error()), "what");
}

TEST(ParseJson, KeepsTheKindOfNumbers) {
  EXPECT_TRUE(parse_json("-9223372036854775808")->is_int64());
  EXPECT_TRUE(parse_json("18446744073709551615")->is_uint64());
  EXPECT_TRUE(parse_json("200.0")->is_double());
  EXPECT_TRUE(parse_json("2e2")->is_double());
}

TEST(ParseJson, WhatItReadsItWritesTheSame) {
  for (const std::string_view text : {
           R"(null)",
           R"(true)",
           R"([])",
           R"({})",
           R"(0)",
           R"(-1)",
           R"(0.1)",
           R"(1e+21)",
           R"(-9223372036854775808)",
           R"(9007199254740993)",
           R"(18446744073709551615)",
           R"(100000000000000000000)",
           R"(-295147905179352830000)",
           R"({"z":1,"a":[{"b":[]},null,false],"":"empty"})",
           R"("\"\\\b\f\n\r\t\u0000\u001f/é€😀")",
           R"([100000000000000000000,"100000000000000000001 \" 100000000000000000001"])",
       }) {
    const auto value = parse_json(text);
    ASSERT_TRUE(value) << text << ": " << to_string(value.error());
    EXPECT_EQ(write_json(*value), text);
  }
}

TEST(ParseJson, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string_view text, error;
  } table[] = {
      {"", "line 1, column 1: no JSON found"},
      {"\n ", "line 2, column 2: no JSON found"},
      {"{\n  \"a\": nul\n}", "line 2, column 8: the text is not well-formed JSON"},
      {"[1,]", "line 1, column 4: the text is not well-formed JSON"},
      {"[1", "line 1, column 3: the text is not well-formed JSON"},
      {"{} {}", "line 1, column 4: the text is not well-formed JSON"},
      {"{'a': 1}", "line 1, column 2: the text is not well-formed JSON"},
      {"NaN", "line 1, column 1: the text is not well-formed JSON"},
      {"\xef\xbb\xbf{}", "line 1, column 1: the text is not well-formed JSON"},
      {"01", "line 1, column 2: a number is malformed or out of range"},
      {"[1, 1e400]", "a number is malformed or out of range"},
      {"\"a\nb\"", "line 1, column 3: a string is malformed"},
      {"[\"a", "line 1, column 4: a string is malformed"},
      {R"("\x")", "line 1, column 3: a string is malformed"},
      {R"("\ud800!")", "line 1, column 8: a string is malformed"},
  };
  for (const auto& [text, expected] : table) {
    const auto value = parse_json(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(to_string(value.error()), expected);
  }
}

TEST(ParseJson, RefusesWhatIsNotUtf8) {
  for (const std::string_view text : {
           "\"\xff\"",              // no byte of UTF-8
           "\"\xc0\x80\"",          // overlong
           "\"\xed\xa0\x80\"",      // a surrogate
           "\"\xf4\x90\x80\x80\"",  // beyond U+10FFFF
           "\"\xe2\x82\"",          // cut off
       }) {
    const auto value = parse_json(text);
    ASSERT_FALSE(value);
    EXPECT_EQ(to_string(value.error()).substr(0, 16), "line 1, column 2");
    EXPECT_EQ(value.error().what, "the text is not valid UTF-8");
  }
  EXPECT_FALSE(parse_json(R"("\ud800")"));
  EXPECT_FALSE(parse_json(R"("\udc00")"));
}

TEST(ParseJson, RefusesTheSameKeyTwice) {
  const auto value = parse_json(R"({"pay": [{"amount": 1, "am\u006funt": 9000}]})");
  ASSERT_FALSE(value);
  EXPECT_EQ(to_string(value.error()), "/pay/0/amount: the key appears twice");
}

TEST(ParseJson, BoundsTheDepth) {
  EXPECT_TRUE(parse_json(nested(json_depth_max, "1")));
  EXPECT_EQ(parse_json(nested(json_depth_max + 1, "")).error().what, "nested too deep");
  EXPECT_FALSE(parse_json(nested(100'000, "")));
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
  std::string objects;
  for (std::size_t i = 0; i <= json_depth_max; ++i) objects += R"({"a":)";
  EXPECT_FALSE(parse_json(objects + "1" + std::string(json_depth_max + 1, '}')));
}

TEST(ParseJson, RefusesIntegersThatWouldLoseDigits) {
  const auto value = parse_json("{\"account\":\n 123456789012345678901234}");
  ASSERT_FALSE(value);
  EXPECT_EQ(to_string(value.error()),
            "line 2, column 2: an integer beyond 64 bits would lose digits");
  EXPECT_EQ(parse_json("100000000000000000000")->as_double(), 1e20);
}

TEST(ParseJson, ReadsLongTextsAndShortOnesInTurn) {
  const std::string long_text = "\"" + std::string(200'000, 'x') + "\"";
  EXPECT_EQ(parse_json(long_text)->as_string().size(), 200'000U);
  EXPECT_EQ(*parse_json("[1]"), json::value(json::array{1}));
  EXPECT_FALSE(parse_json("[1"));
  EXPECT_EQ(*parse_json("[2]"), json::value(json::array{2}));
}

// RFC 8785, appendix B.
TEST(WriteJson, LaysOutNumbersAsEcmaScript) {
  const struct {
    std::uint64_t bits;
    std::string_view text;
  } table[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x7fffffffffffffff, "null"},
      {0x7ff0000000000000, "null"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const auto& [bits, text] : table) EXPECT_EQ(write_json(std::bit_cast<double>(bits)), text);
}

// The sample of RFC 8785, section 3.2.2.
TEST(WriteJson, CanonicalIsTheSampleOfTheRfc) {
  EXPECT_EQ(canonical(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })"),
            R"({"literals":[null,true,false],)"
            R"("numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
            R"("string":"€$\u000f\nA'B\"\\\\\"/"})");
}

// The sample of RFC 8785, section 3.2.3: the emoji comes before U+FB33, its bytes would not.
TEST(WriteJson, CanonicalSortsKeysByUtf16) {
  EXPECT_EQ(canonical(R"({
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  })"),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
            "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
            "\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
  EXPECT_EQ(canonical(R"({"aa": 1, "a": 2, "": 3, "B": {"d": 4, "c": 5}})"),
            R"({"":3,"B":{"c":5,"d":4},"a":2,"aa":1})");
}

TEST(WriteJson, CanonicalKeepsIntegersBeyond53BitsExact) {
  EXPECT_EQ(canonical("[9007199254740993, 9007199254740993.0, 200, 200.0, 2e2]"),
            "[9007199254740993,9007199254740992,200,200,200]");
}

TEST(WriteJson, SpacedHasASpaceBehindCommasAndColons) {
  const auto value = parse_json(R"({"b":[1,2,{}],"a":"x,y:z"})").value();
  EXPECT_EQ(write_json(value, JsonStyle::spaced), R"({"b": [1, 2, {}], "a": "x,y:z"})");
}

TEST(WriteJson, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(write_json("a\xff\xe2\x82z\xc3\xa9"), "\"a\ufffd\ufffd\ufffdz\u00e9\"");
}

TEST(Json, PointersEscapeTheirTwoSigns) {
  EXPECT_EQ(pointer_append("", "a/b~c"), "/a~1b~0c");
  EXPECT_EQ(pointer_append("/x", ""), "/x/");
  EXPECT_EQ(error_under("a/b", Error("/0", "e")), Error("/a~1b/0", "e"));
}

TEST(Json, WholeNumbersBecomeIntegers) {
  EXPECT_TRUE(whole_number(200.0).is_int64());
  EXPECT_TRUE(whole_number(std::uint64_t{200}).is_int64());
  EXPECT_TRUE(whole_number(9223372036854775808.0).is_uint64());
  EXPECT_EQ(whole_number(-9223372036854775808.0), std::numeric_limits<std::int64_t>::min());
  for (const double other : {0.5, 18446744073709551616.0, -1e300})
    EXPECT_TRUE(whole_number(other).is_double());
}

TEST(Json, StringOrFallsBack) {
  const json::object object{{"name", "value"}, {"count", 1}};
  EXPECT_EQ(string_or(object, "name"), "value");
  EXPECT_EQ(string_or(object, "count", "none"), "none");
  EXPECT_EQ(string_or(object, "missing", "none"), "none");
}

}  // namespace
}  // namespace holdpoint

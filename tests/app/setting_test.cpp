#include "app/setting.hpp"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

// How many members an aggregate has: as many as it can be initialised with.
struct Any {
  template <class T>
  operator T() const;
};
template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Any{})...}; };
}
template <class T, std::size_t N = 0>
constexpr std::size_t members_of() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
    return members_of<T, N + 1>();
  } else {
    return N;
  }
}

const Setting& setting(std::string_view key) {
  for (const auto& one : settings()) {
    if (one.key == key) return one;
  }
  throw std::out_of_range(std::string(key));
}

TEST(Setting, EveryLimitAndEveryOptionIsOne) {
  std::size_t limits = 0;
  for (const auto& one : settings()) limits += one.table() == "limits" ? 1 : 0;
  EXPECT_EQ(limits, members_of<Limits>());
  EXPECT_EQ(settings().size() - limits, members_of<ServeOptions>() - 3);  // policy, times, limits
}

TEST(Setting, KeysAndFlagsAreUnique) {
  std::set<std::string> keys, flags;
  for (const auto& one : settings()) {
    EXPECT_TRUE(keys.insert(one.key).second) << one.key;
    EXPECT_TRUE(flags.insert(one.flag()).second) << one.flag();
  }
  EXPECT_EQ(setting("limits.frame_bytes_max").flag(), "--frame-bytes-max");
  EXPECT_EQ(setting("no_auth").flag(), "--no-auth");
}

TEST(Setting, AcceptsItsOwnDefaultAndNothingOfAnotherKind) {
  for (const auto& one : settings()) {
    ServeOptions options;
    EXPECT_EQ(one.set(options, one.initial()), std::nullopt) << one.key;
    EXPECT_EQ(one.get(options), one.initial()) << one.key;
    const SettingValue stranger = std::holds_alternative<bool>(one.initial())
                                      ? SettingValue(std::int64_t{1})
                                      : SettingValue(true);
    EXPECT_NE(one.set(options, stranger), std::nullopt) << one.key;
    EXPECT_EQ(one.get(options), one.initial()) << one.key;
  }
}

// Each setting writes its own member and no other's.
TEST(Setting, WritesWhatItReads) {
  for (const auto& one : settings()) {
    auto wanted = one.initial();
    if (auto* flag = std::get_if<bool>(&wanted)) *flag = !*flag;
    if (auto* whole = std::get_if<std::int64_t>(&wanted)) *whole += 1;
    if (auto* number = std::get_if<double>(&wanted)) *number += 0.5;
    if (auto* text = std::get_if<std::string>(&wanted)) {
      *text = one.key == "log" ? "debug" : one.key == "listen" ? "[::1]:0" : "other";
    }
    if (auto* list = std::get_if<Texts>(&wanted)) {
      *list = {one.key == "hosts" ? "example.org:8443" : "https://example.org"};
    }
    ServeOptions options;
    ASSERT_EQ(one.set(options, wanted), std::nullopt) << one.key;
    for (const auto& other : settings()) {
      EXPECT_EQ(other.get(options), &other == &one ? wanted : other.initial())
          << one.key << " set, " << other.key << " read";
    }
  }
}

struct Wrong {
  const char* key;
  SettingValue value;
  const char* what;
};

TEST(Setting, SaysWhatIsWrong) {
  const std::vector<Wrong> cases{
      {"threads", std::int64_t{0}, "expected a whole number from 1 to 256, found 0"},
      {"threads", 2.0, "expected a whole number from 1 to 256, found 2"},
      {"threads", std::string("two"), "expected a whole number from 1 to 256, found \"two\""},
      {"no_auth", std::string("yes"), "expected true or false, found \"yes\""},
      {"log", std::string("inof"),
       "expected debug, info, warn, error or off, found \"inof\"; did you mean \"info\"?"},
      {"log", std::string("loud"),
       "expected debug, info, warn, error or off, found \"loud\" (unknown)"},
      {"wallet", std::string(), "expected the name of a file, found \"\" (nothing)"},
      {"wallet", std::string("a\nb"), "expected the name of a file, found \"a\\nb\""},
      {"listen", std::string("localhost"),
       "expected HOST:PORT, found \"localhost\" (expected HOST:PORT)"},
      {"listen", std::string("localhost:99999"),
       "expected HOST:PORT, found \"localhost:99999\" "
       "(after the colon: is not a port (0 to 65535))"},
      {"origins", Texts{"https://a.example", "https://b.example/"},
       "expected a list of origins such as [\"https://example.org\"], "
       "found [\"https://a.example\", \"https://b.example/\"]: \"https://b.example/\" has a path; "
       "an origin ends with its host"},
      {"origins", std::string("https://a.example"),
       "expected a list of origins such as [\"https://example.org\"], "
       "found \"https://a.example\""},
      {"hosts", Texts{"http://a.example"},
       "expected a list of hosts such as [\"example.org\"], found [\"http://a.example\"]: "
       "\"http://a.example\" has a \"/\"; a host is a name, perhaps :PORT"},
      {"limits.frames_per_second_max", std::numeric_limits<double>::quiet_NaN(),
       "expected a number from 0.1 to 1000000, found nan"},
      {"limits.approval_patience_seconds", std::int64_t{-1},
       "expected a whole number from 0 to 315360000, found -1"},
  };
  for (const auto& [key, value, what] : cases) {
    ServeOptions options;
    EXPECT_EQ(setting(key).set(options, value), what) << key;
    EXPECT_EQ(setting(key).get(options), setting(key).initial()) << key;
  }
}

TEST(Setting, ReadsFlagsAsItsKind) {
  EXPECT_EQ(value_of(setting("threads"), "4").value(), SettingValue(std::int64_t{4}));
  EXPECT_EQ(value_of(setting("limits.frames_per_second_max"), "2.5").value(), SettingValue(2.5));
  EXPECT_EQ(value_of(setting("wallet"), "4").value(), SettingValue(std::string("4")));
  EXPECT_EQ(value_of(setting("hosts"), "a,b:1,").value(), SettingValue(Texts{"a", "b:1"}));
  EXPECT_EQ(value_of(setting("no_auth"), "true").value(), SettingValue(true));

  const auto wrong = value_of(setting("threads"), "4x");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(to_string(wrong.error()),
            "--threads: expected a whole number from 1 to 256, found \"4x\"");
  EXPECT_FALSE(value_of(setting("threads"), "99999999999999999999"));
  EXPECT_FALSE(value_of(setting("threads"), ""));
  EXPECT_FALSE(value_of(setting("no_auth"), "maybe"));
}

}  // namespace
}  // namespace holdpoint

#include "runtime/describe.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/schema.hpp"

namespace holdpoint {
namespace {

enum class Currency { eur, usd };
BOOST_DESCRIBE_ENUM(Currency, eur, usd)

struct Payment {
  double amount;
  std::string recipient;
  std::optional<std::string> currency, description;
};
BOOST_DESCRIBE_STRUCT(Payment, (), (amount, recipient, currency, description))

struct Named {
  std::string name;
};
BOOST_DESCRIBE_STRUCT(Named, (), (name))

struct Order : Named {
  std::vector<Payment> payments;
  std::map<std::string, std::int8_t> counts;
  std::optional<Currency> currency;
  std::uint16_t port = 8080;
  bool urgent = true;
  json::value extra;

  static constexpr Doc docs[] = {{"port", "Where to send it."}};
};
BOOST_DESCRIBE_STRUCT(Order, (Named), (payments, counts, currency, port, urgent, extra))

template <class T>
Result<T> read(std::string_view text) {
  return from_json<T>(parse_json(text).value());
}

template <class T>
std::string error_of(std::string_view text) {
  const auto result = read<T>(text);
  return result ? "none" : to_string(result.error());
}

TEST(Describe, ASignatureIsASchema) {
  EXPECT_EQ(write_json(schema_of<Payment>()),
            R"({"type":"object","properties":{"amount":{"type":"number"},)"
            R"("recipient":{"type":"string"},"currency":{"type":["string","null"]},)"
            R"("description":{"type":["string","null"]}},"required":["amount","recipient"],)"
            R"("additionalProperties":false})");
}

TEST(Describe, SchemasNestAndInheritAndCarryDocs) {
  const auto schema = schema_of<Order>();
  const auto& properties = schema.at("properties").as_object();
  EXPECT_EQ(write_json(schema.at("required")), R"(["name","payments","counts","extra"])");
  EXPECT_EQ(write_json(properties.at("counts")),
            R"({"type":"object","additionalProperties":{"type":"integer"}})");
  EXPECT_EQ(write_json(properties.at("currency")),
            R"({"type":["string","null"],"enum":["eur","usd",null]})");
  EXPECT_EQ(write_json(properties.at("port")),
            R"({"type":"integer","minimum":0,"description":"Where to send it."})");
  EXPECT_EQ(properties.at("payments").at("items"), json::value(schema_of<Payment>()));
  EXPECT_EQ(properties.at("extra"), json::value(json::object()));
  EXPECT_EQ(check_schema_itself(schema), std::nullopt);
}

TEST(Describe, ReadsWhatItWrites) {
  for (const std::string_view text : {
           R"({"name":"a","payments":[],"counts":{},"port":1,"urgent":false,"extra":null})",
           R"({"name":"","payments":[{"amount":0.5,"recipient":"Ann"},)"
           R"({"amount":2,"recipient":"Bob","currency":"eur","description":""}],)"
           R"("counts":{"x":-128,"y":127},"currency":"usd","port":65535,"urgent":true,)"
           R"("extra":{"any":[1]}})",
       }) {
    const auto order = read<Order>(text);
    ASSERT_TRUE(order) << to_string(order.error());
    EXPECT_EQ(write_json(to_json(*order)), text);
    EXPECT_EQ(check_schema(schema_of<Order>(), to_json(*order)), std::nullopt);
  }
}

TEST(Describe, WhatIsMissingKeepsItsDefault) {
  const auto order = read<Order>(R"({"name":"a","payments":[],"counts":{},"extra":1})").value();
  EXPECT_EQ(order.port, 8080);
  EXPECT_TRUE(order.urgent);
  EXPECT_EQ(order.currency, std::nullopt);
}

TEST(Describe, ANullIsAnEmptyOptional) {
  const auto payment = read<Payment>(R"({"amount":1,"recipient":"Ann","currency":null})").value();
  EXPECT_EQ(payment.currency, std::nullopt);
  EXPECT_EQ(write_json(to_json(payment)), R"({"amount":1,"recipient":"Ann"})");
}

TEST(Describe, WholeDoublesAreIntegers) {
  EXPECT_EQ(read<int>("200.0").value(), 200);
  EXPECT_EQ(read<std::uint64_t>("18446744073709551615").value(), 18446744073709551615U);
  EXPECT_EQ(read<double>("-9007199254740992").value(), -9007199254740992.0);
}

TEST(Describe, ErrorsNameThePlaceAndWhatWasExpected) {
  EXPECT_EQ(error_of<Payment>("[]"), "expected an object, found an array");
  EXPECT_EQ(error_of<Payment>(R"({"amount":"5","recipient":"Ann"})"),
            "/amount: expected a number, found a string");
  EXPECT_EQ(error_of<Payment>(R"({"amount":5})"), "/recipient: required, but missing");
  EXPECT_EQ(error_of<Payment>(R"({"amount":5,"recipient":"Ann","curency":"eur"})"),
            "/curency: no such member; there are: amount, recipient, currency, description");
  EXPECT_EQ(error_of<Order>(R"({"name":"a","payments":[{"amount":1,"recipient":null}]})"),
            "/payments/0/recipient: expected a string, found null");
  EXPECT_EQ(error_of<Order>(R"({"name":"a","payments":[],"counts":{"a/b":128}})"),
            "/counts/a~1b: expected an integer from -128 to 127, found one out of range");
  EXPECT_EQ(error_of<Currency>(R"("gbp")"), R"(expected one of "eur", "usd", found another one)");
  EXPECT_EQ(error_of<Currency>("0"), R"(expected one of "eur", "usd", found a number)");
  EXPECT_EQ(error_of<bool>("1"), "expected a boolean, found a number");
}

TEST(Describe, NumbersThatWouldChangeAreRefused) {
  EXPECT_EQ(error_of<int>("1.5"), "expected an integer, found a number with a fraction");
  EXPECT_EQ(error_of<int>("1e300"),
            "expected an integer from -2147483648 to 2147483647, found one out of range");
  EXPECT_EQ(error_of<unsigned>("-1"),
            "expected an integer from 0 to 4294967295, found one out of range");
  EXPECT_EQ(error_of<double>("9007199254740993"),
            "expected a number, found an integer too large to be exact");
  EXPECT_EQ(error_of<float>("1e300"), "expected a number, found one out of range");
}

}  // namespace
}  // namespace holdpoint

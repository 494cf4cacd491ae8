#include "runtime/schema.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace holdpoint {
namespace {

json::object object_of(std::string_view text) { return parse_json(text).value().as_object(); }

// The error, or "" where the value fits.
std::string check(std::string_view schema, std::string_view value) {
  const auto error = check_schema(object_of(schema), parse_json(value).value());
  return error ? to_string(*error) : "";
}

std::string check_itself(std::string_view schema) {
  const auto error = check_schema_itself(object_of(schema));
  return error ? to_string(*error) : "";
}

TEST(Schema, ValuesThatFitAndValuesThatDoNot) {
  const struct {
    std::string_view schema, fits, misfits, error;
  } table[] = {
      {R"({"type":"string"})", R"("")", "1", "expected a string, found a number"},
      {R"({"type":["integer","null"]})", "null", "true",
       "expected an integer or null, found a boolean"},
      {R"({"type":"integer"})", "200.0", "1.5",
       "expected an integer, found a number with a fraction"},
      {R"({"type":"number"})", "-1e300", "[]", "expected a number, found an array"},
      {R"({"enum":[1,"a",{"b":[2]}]})", R"({"b":[2.0]})", R"("b")",
       R"(expected one of 1, "a", {"b":[2]}, found another one)"},
      {R"({"const":200})", "200.0", "null", "expected 200, found null"},
      {R"({"minimum":0})", "0.0", "-0.1", "expected at least 0, found a smaller number"},
      {R"({"maximum":9007199254740992})", "9007199254740992", "9007199254740993",
       "expected at most 9007199254740992, found a larger number"},
      {R"({"minimum":-1})", "18446744073709551615", "-2",
       "expected at least -1, found a smaller number"},
      {R"({"exclusiveMinimum":0})", "5e-324", "0",
       "expected more than 0, found a number that is not"},
      {R"({"exclusiveMaximum":1.5})", "1", "1.5",
       "expected less than 1.5, found a number that is not"},
      {R"({"minLength":2})", R"("é😀")", R"("😀")",
       "expected at least 2 characters, found 1 character"},
      {R"({"maxLength":2})", R"("é😀")", R"("abc")",
       "expected at most 2 characters, found 3 characters"},
      {R"({"pattern":"^[A-Z]{2}$"})", R"("DE")", R"("DEU")",
       "expected a string that matches ^[A-Z]{2}$, found one that does not"},
      {R"({"minItems":1})", "[0]", "[]", "expected at least 1 item, found 0 items"},
      {R"({"maxItems":1})", "[0]", "[0,0]", "expected at most 1 item, found 2 items"},
      {R"({"items":{"type":"boolean"}})", "[true]", "[true,0]",
       "/1: expected a boolean, found a number"},
      {R"({"prefixItems":[{"type":"string"}],"items":false})", R"(["a"])", R"(["a",1])",
       "/1: nothing is allowed here"},
      {R"({"items":[{"type":"string"},{"type":"null"}]})", R"(["a",null,1])", R"(["a",1])",
       "/1: expected null, found a number"},
      {R"({"required":["a"]})", R"({"a":null})", "{}", "/a: required, but missing"},
      {R"({"properties":{"a/b":{"properties":{"c":{"type":"null"}}}}})", R"({"a/b":{"c":null}})",
       R"({"a/b":{"c":0}})", "/a~1b/c: expected null, found a number"},
      {R"({"properties":{"a":{},"b":{}},"additionalProperties":false})", R"({"a":1,"b":2})",
       R"({"a":1,"c":3})", "/c: no such member; there are: a, b"},
      {R"({"properties":{"a":{}},"additionalProperties":{"type":"string"}})", R"({"a":1,"c":""})",
       R"({"c":3})", "/c: expected a string, found a number"},
      {R"({"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false})",
       R"({"x-a":""})", R"({"y":""})", "/y: no such member; there are: none"},
      {R"({"allOf":[{"minimum":1},{"maximum":3}]})", "2", "4",
       "expected at most 3, found a larger number"},
      {R"({"anyOf":[{"type":"null"},{"required":["a"]}]})", "null", "{}",
       "fits none of 2 alternatives; closest: /a: required, but missing"},
      {R"({"oneOf":[{"minimum":1},{"minimum":3}]})", "2", "3",
       "expected exactly one of 2 alternatives to fit, found 2"},
      {R"({"$defs":{"id":{"minLength":1}},"$ref":"#/$defs/id"})", R"("a")", R"("")",
       "expected at least 1 character, found 0 characters"},
      {R"({"definitions":{"a~b":{"type":"null"}},"items":{"$ref":"#/definitions/a~0b"}})", "[null]",
       "[1]", "/0: expected null, found a number"},
      {R"({"properties":{"next":{"$ref":"#"},"n":{"type":"integer"}}})",
       R"({"next":{"next":{"n":1}}})", R"({"next":{"next":{"n":""}}})",
       "/next/next/n: expected an integer, found a string"},
  };
  for (const auto& [schema, fits, misfits, error] : table) {
    EXPECT_EQ(check(schema, fits), "") << schema;
    EXPECT_EQ(check(schema, misfits), error) << schema;
    EXPECT_EQ(check_itself(schema), "") << schema;
  }
}

TEST(Schema, KeywordsOfOtherKindsSayNothing) {
  EXPECT_EQ(check(R"({"minLength":5,"minimum":5,"minItems":5,"required":["a"]})", "null"), "");
  EXPECT_EQ(check(R"({"format":"email","uniqueItems":true})", "[1,1]"), "");
}

TEST(Schema, MalformedKeywordsSayNothingAndAreFoundByTheSelfCheck) {
  const struct {
    std::string_view schema, error;
  } table[] = {
      {R"({"type":"text"})", "/type: expected a type's name, or an array of them, found a string"},
      {R"({"type":[{}]})", "/type: expected a type's name, or an array of them, found an array"},
      {R"({"properties":[]})", "/properties: expected an object, found an array"},
      {R"({"properties":{"a":{"minimum":"1"}}})",
       "/properties/a/minimum: expected a number, found a string"},
      {R"({"properties":{"a/b":1}})", "/properties/a~1b: expected a schema, found a number"},
      {R"({"required":"a"})", "/required: expected an array of strings, found a string"},
      {R"({"required":[1]})", "/required: expected an array of strings, found an array"},
      {R"({"items":"string"})", "/items: expected a schema, found a string"},
      {R"({"items":[{"enum":1}]})", "/items/0/enum: expected an array, found a number"},
      {R"({"additionalProperties":null})", "/additionalProperties: expected a schema, found null"},
      {R"({"minLength":-1,"maxItems":1.5})",
       "/minLength: expected a whole number from 0, found a number"},
      {R"({"exclusiveMinimum":true})", "/exclusiveMinimum: expected a number, found a boolean"},
      {R"-({"pattern":"(?=a)"})-", "/pattern: not a pattern RE2 can read"},
      {R"({"patternProperties":{"(":{}}})", "/patternProperties/(: not a pattern RE2 can read"},
      {R"({"anyOf":[]})", "/anyOf: expected an array of schemas, found an array"},
      {R"({"allOf":[{},7]})", "/allOf/1: expected a schema, found a number"},
      {R"({"$defs":{"a":{"oneOf":{}}}})",
       "/$defs/a/oneOf: expected an array of schemas, found an object"},
  };
  for (const auto& [schema, error] : table) {
    EXPECT_EQ(check_itself(schema), error) << schema;
    for (const std::string_view value : {"null", "0", R"("a")", "[]", "{}", R"(["a"])"})
      EXPECT_EQ(check(schema, value), "") << schema << " " << value;
  }
}

TEST(Schema, AReferenceThatLeadsNowhereFitsNothing) {
  for (const std::string_view schema : {
           R"({"$ref":"#/$defs/missing"})",
           R"({"$ref":"https://example.com/schema"})",
           R"({"$ref":"#anchor"})",
           R"({"$ref":"#/$defs/a/~2","$defs":{"a":{}}})",
       }) {
    EXPECT_NE(check(schema, "1").find("the schema refers to"), std::string::npos) << schema;
    EXPECT_EQ(check_itself(schema), "/$ref: leads to nothing within this schema");
  }
}

TEST(Schema, EndlessRecursionFitsNothing) {
  constexpr std::string_view error = "the schema takes too long to check";
  EXPECT_EQ(check(R"({"$ref":"#"})", "1"), error);
  EXPECT_EQ(check(R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},
                      "$ref":"#/$defs/a"})",
                  "1"),
            error);
  // Given up alternatives do not make the other one fit.
  EXPECT_EQ(check(R"({"oneOf":[true,{"$ref":"#"}]})", "1"), error);
  // Doubles with every level: the budget ends it, not the depth.
  std::string schema = R"({"$ref":"#/$defs/0","$defs":{)";
  for (int i = 0; i < 40; ++i) {
    const auto ref = R"({"$ref":"#/$defs/)" + std::to_string(i + 1) + R"("})";
    schema += "\"" + std::to_string(i) + "\":{\"allOf\":[" + ref + "," + ref + "]},";
  }
  EXPECT_EQ(check(schema + R"("40":{}}})", "1"), error);
}

TEST(Schema, ErrorsNameSomeChoicesOfMany) {
  json::array choices;
  for (int i = 0; i < 30; ++i) choices.emplace_back(i);
  const auto error = check_schema({{"enum", choices}}, 30);
  EXPECT_EQ(error->what,
            "expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, "
            "19 and more, found another one");
}

}  // namespace
}  // namespace holdpoint

#include "runtime/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <boost/json/parser.hpp>
#include <simdjson.h>

namespace holdpoint {
namespace {

namespace dom = simdjson::dom;

// A parser keeps about ten times the longest text it has seen. Each thread keeps one for the
// common short texts; a long text pays for its own.
constexpr std::size_t kept_parser_text_max = std::size_t{64} << 10;

std::string place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto line_start = before.rfind('\n');  // npos + 1 is 0
  return "line " + std::to_string(line) + ", column " +
         std::to_string(before.size() - (line_start + 1) + 1);
}

std::string fault_of(simdjson::error_code code) {
  switch (code) {
    case simdjson::EMPTY:
      return "no JSON found";
    case simdjson::UTF8_ERROR:
      return "the text is not valid UTF-8";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed or out of range";
    case simdjson::STRING_ERROR:
    case simdjson::UNCLOSED_STRING:
    case simdjson::UNESCAPED_CHARS:
      return "a string is malformed";
    case simdjson::TAPE_ERROR:
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "the text is not well-formed JSON";
    case simdjson::DEPTH_ERROR:
      return "nested too deep";
    default:
      return simdjson::error_message(code);
  }
}

// simdjson tells what is wrong, but not where. Boost's parser, run only now, stops there.
Error syntax_error(std::string_view text, simdjson::error_code code) {
  Error error({}, fault_of(code));
  json::parse_options options;
  options.max_depth = json_depth_max;
  json::parser locator({}, options);
  boost::system::error_code stopped;
  const auto offset = locator.write_some(text.data(), text.size(), stopped);
  if (stopped || offset < text.size()) error.where = place_of(text, offset);
  return error;
}

bool is_wide_integer(std::string_view token) {
  if (token.find_first_of(".eE") != token.npos) return false;
  const auto* end = token.data() + token.size();
  std::int64_t number = 0;
  std::uint64_t natural = 0;
  return std::from_chars(token.data(), end, number).ec == std::errc::result_out_of_range &&
         std::from_chars(token.data(), end, natural).ec != std::errc{};
}

bool is_spelled_as_double(std::string_view token) {
  double number = 0;
  const auto* end = token.data() + token.size();
  return std::from_chars(token.data(), end, number).ec == std::errc{} &&
         write_json(number) == token;
}

// simdjson refuses integers beyond 64 bits, yet JSON.stringify(1e20), and our own writer, spell
// a double so. Here such integers get a ".0", which makes doubles of them.
Result<std::string> mark_wide_integers(std::string_view text) {
  std::string marked;
  std::size_t done = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string || !(c == '-' || (c >= '0' && c <= '9'))) continue;
    const auto end = std::min(text.find_first_not_of("+-.0123456789eE", i), text.size());
    const auto token = text.substr(i, end - i);
    if (is_wide_integer(token)) {
      if (!is_spelled_as_double(token))
        return Error(place_of(text, i), "an integer beyond 64 bits would lose digits");
      marked.append(text, done, end - done).append(".0");
      done = end;
    }
    i = end - 1;
  }
  return marked.append(text, done);
}

std::optional<Error> build(dom::element element, json::value& out, std::size_t depth);

std::optional<Error> build_array(dom::array elements, json::value& out, std::size_t depth) {
  if (depth == json_depth_max) return Error({}, "nested too deep");
  auto& array = out.emplace_array();
  array.reserve(elements.size());
  for (const dom::element element : elements) {
    if (auto error = build(element, array.emplace_back(nullptr), depth + 1))
      return error_under(std::to_string(array.size() - 1), std::move(*error));
  }
  return {};
}

std::optional<Error> build_object(dom::object members, json::value& out, std::size_t depth) {
  if (depth == json_depth_max) return Error({}, "nested too deep");
  auto& object = out.emplace_object();
  object.reserve(members.size());
  for (const auto [key, element] : members) {
    const auto [member, is_new] = object.emplace(key, nullptr);
    if (!is_new) return Error(pointer_append({}, key), "the key appears twice");
    if (auto error = build(element, member->value(), depth + 1))
      return error_under(key, std::move(*error));
  }
  return {};
}

std::optional<Error> build(dom::element element, json::value& out, std::size_t depth) {
  switch (element.type()) {
    case dom::element_type::ARRAY:
      return build_array(dom::array(element), out, depth);
    case dom::element_type::OBJECT:
      return build_object(dom::object(element), out, depth);
    case dom::element_type::INT64:
      out = std::int64_t(element);
      break;
    case dom::element_type::UINT64:
      out = std::uint64_t(element);
      break;
    case dom::element_type::DOUBLE:
      out = double(element);
      break;
    case dom::element_type::STRING:
      out.emplace_string() = std::string_view(element);
      break;
    case dom::element_type::BOOL:
      out = bool(element);
      break;
    case dom::element_type::NULL_VALUE:
      out = nullptr;
      break;
  }
  return {};
}

Result<json::value> parse_with(dom::parser& parser, std::string_view text) {
  dom::element root;
  auto code = parser.parse(text.data(), text.size()).get(root);
  if (code == simdjson::NUMBER_ERROR) {
    const auto marked = mark_wide_integers(text);
    if (!marked) return marked.error();
    code = parser.parse(*marked).get(root);
  }
  if (code != simdjson::SUCCESS) return syntax_error(text, code);
  json::value value;
  if (auto error = build(root, value, 0)) return *error;
  return value;
}

}  // namespace

Result<json::value> parse_json(std::string_view text) {
  if (text.size() > json_text_max) return Error({}, "the text is too long");
  if (text.size() > kept_parser_text_max) {
    dom::parser parser;
    return parse_with(parser, text);
  }
  thread_local dom::parser parser;
  return parse_with(parser, text);
}

std::string pointer_append(std::string_view pointer, std::string_view key) {
  std::string out(pointer);
  out += '/';
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

Error error_under(std::string_view key, Error error) {
  error.where.insert(0, pointer_append({}, key));
  return error;
}

Error mismatch(std::string_view expected, std::string_view found) {
  return {{}, "expected " + std::string(expected) + ", found " + std::string(found)};
}

std::string_view kind_of(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "a boolean";
    case json::kind::int64:
    case json::kind::uint64:
    case json::kind::double_:
      return "a number";
    case json::kind::string:
      return "a string";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
  }
  return "nothing";
}

json::value whole_number(const json::value& value) {
  constexpr double two_to_63 = 9223372036854775808.0;
  if (const auto* natural = value.if_uint64(); natural && std::in_range<std::int64_t>(*natural))
    return static_cast<std::int64_t>(*natural);
  const auto* number = value.if_double();
  if (!number || std::trunc(*number) != *number) return value;
  if (*number >= -two_to_63 && *number < two_to_63) return static_cast<std::int64_t>(*number);
  if (*number >= 0 && *number < 2 * two_to_63) return static_cast<std::uint64_t>(*number);
  return value;
}

std::string_view string_or(const json::object& object, std::string_view key,
                           std::string_view fallback) {
  const auto* member = object.if_contains(key);
  const auto* text = member ? member->if_string() : nullptr;
  return text ? std::string_view(*text) : fallback;
}

}  // namespace holdpoint

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "runtime/json.hpp"

namespace holdpoint {
namespace {

void append_escape(std::string& out, char c) {
  static constexpr std::string_view short_ones = "\"\\\b\f\n\r\t";
  static constexpr std::string_view letters = "\"\\bfnrt";
  static constexpr std::string_view hex = "0123456789abcdef";
  const auto at = short_ones.find(c);
  if (at != short_ones.npos) {
    out.append("\\") += letters[at];
  } else {
    out.append("\\u00") += hex[static_cast<unsigned char>(c) >> 4];
    out += hex[static_cast<unsigned char>(c) & 15];
  }
}

// The length of the well-formed UTF-8 character text starts with; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const auto character = text.substr(0, length);
  return simdjson::validate_utf8(character.data(), character.size()) ? character.size() : 0;
}

std::string mend_utf8(std::string_view text) {
  std::string mended;
  while (!text.empty()) {
    const auto length = character_length(text);
    mended += length ? text.substr(0, length) : std::string_view("\xef\xbf\xbd");
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return mended;
}

template <class Integer>
void append_integer(std::string& out, Integer number) {
  char buffer[24];
  out.append(buffer, std::to_chars(buffer, std::end(buffer), number).ptr);
}

// ECMA-262, Number::toString: std::to_chars finds the shortest digits, but lays them out in its
// own way. k digits, and the decimal point belongs behind the n-th.
void append_double(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  if (std::signbit(number) && number != 0) out += '-';
  char buffer[32];
  const auto format = std::chars_format::scientific;
  const auto* end = std::to_chars(buffer, std::end(buffer), std::fabs(number), format).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));  // d.ddde±xx
  const auto e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end, exponent);
  std::string digits(text, 0, 1);
  if (e > 2) digits.append(text, 2, e - 2);

  const int k = static_cast<int>(digits.size());
  const int n = exponent + 1;
  if (k <= n && n <= 21) {
    out.append(digits).append(static_cast<std::size_t>(n - k), '0');
  } else if (0 < n && n <= 21) {
    const auto point = static_cast<std::size_t>(n);
    out.append(digits, 0, point).append(".").append(digits, point);
  } else if (-6 < n && n <= 0) {
    out.append("0.").append(static_cast<std::size_t>(-n), '0').append(digits);
  } else {
    out += digits.front();
    if (k > 1) out.append(".").append(digits, 1);
    out += exponent < 0 ? "e-" : "e+";
    append_integer(out, std::abs(exponent));
  }
}

// The order of UTF-16 code units, as RFC 8785 sorts. It differs from that of UTF-8 bytes in one
// thing: characters of four bytes are surrogate pairs there, and come before U+E000 to U+FFFF.
bool utf16_less(std::string_view a, std::string_view b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) return y != b.end();
  const auto rank = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0xee || byte == 0xef ? byte + 0x10 : int{byte};
  };
  return rank(*x) < rank(*y);
}

void append_array(std::string& out, const json::array& array, JsonStyle style) {
  out += '[';
  bool is_first = true;
  for (const auto& element : array) {
    if (!std::exchange(is_first, false)) out += style == JsonStyle::spaced ? ", " : ",";
    append_json(out, element, style);
  }
  out += ']';
}

void append_object(std::string& out, const json::object& object, JsonStyle style) {
  std::vector<const json::key_value_pair*> members;
  members.reserve(object.size());
  for (const auto& member : object) members.push_back(&member);
  if (style == JsonStyle::canonical)
    std::sort(members.begin(), members.end(),
              [](const auto* a, const auto* b) { return utf16_less(a->key(), b->key()); });
  out += '{';
  bool is_first = true;
  for (const auto* member : members) {
    if (!std::exchange(is_first, false)) out += style == JsonStyle::spaced ? ", " : ",";
    append_json_string(out, member->key());
    out += style == JsonStyle::spaced ? ": " : ":";
    append_json(out, member->value(), style);
  }
  out += '}';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  std::string mended;
  if (!simdjson::validate_utf8(text.data(), text.size())) text = mended = mend_utf8(text);
  out += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text, done, i - done);
    append_escape(out, text[i]);
    done = i + 1;
  }
  out.append(text, done);
  out += '"';
}

void append_json(std::string& out, const json::value& value, JsonStyle style) {
  switch (value.kind()) {
    case json::kind::null:
      out += "null";
      break;
    case json::kind::bool_:
      out += value.get_bool() ? "true" : "false";
      break;
    case json::kind::int64:
      append_integer(out, value.get_int64());
      break;
    case json::kind::uint64:
      append_integer(out, value.get_uint64());
      break;
    case json::kind::double_:
      append_double(out, value.get_double());
      break;
    case json::kind::string:
      append_json_string(out, value.get_string());
      break;
    case json::kind::array:
      append_array(out, value.get_array(), style);
      break;
    case json::kind::object:
      append_object(out, value.get_object(), style);
      break;
  }
}

std::string write_json(const json::value& value, JsonStyle style) {
  std::string out;
  append_json(out, value, style);
  return out;
}

}  // namespace holdpoint

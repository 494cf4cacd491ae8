#include "app/chat_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace holdpoint {

namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t n>
bool in(const std::array<Range, n>& ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](Range r) { return r.first <= c && c <= r.last; });
}

// What a human would not see, or would see elsewhere than it stands.
constexpr std::array<Range, 10> hidden{{{0x00, 0x1f},
                                        {0x7f, 0x9f},
                                        {0xad, 0xad},
                                        {0x61c, 0x61c},
                                        {0x200b, 0x200b},
                                        {0x200e, 0x200f},
                                        {0x2028, 0x202e},
                                        {0x2060, 0x206f},
                                        {0xfeff, 0xfeff},
                                        {0xe0000, 0xe007f}}};
constexpr std::array<Range, 8> without_width{{{0x300, 0x36f},
                                              {0x1ab0, 0x1aff},
                                              {0x1dc0, 0x1dff},
                                              {0x200c, 0x200d},
                                              {0x20d0, 0x20ff},
                                              {0xfe00, 0xfe0f},
                                              {0xfe20, 0xfe2f},
                                              {0xe0100, 0xe01ef}}};
constexpr std::array<Range, 13> wide{{{0x1100, 0x115f},
                                      {0x2e80, 0x303e},
                                      {0x3041, 0x4dbf},
                                      {0x4e00, 0xa4cf},
                                      {0xa960, 0xa97f},
                                      {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},
                                      {0xfe30, 0xfe6f},
                                      {0xff00, 0xff60},
                                      {0xffe0, 0xffe6},
                                      {0x1f300, 0x1f64f},
                                      {0x1f680, 0x1faff},
                                      {0x20000, 0x3fffd}}};

void append_spelled(std::string& out, char32_t c) {
  std::array<char, 16> text{};
  const auto number = static_cast<unsigned>(c);
  std::snprintf(text.data(), text.size(), c < 0x80 ? "\\x%02x" : "\\u{%04x}", number);
  out += text.data();
}

std::string made_printable(std::string_view text, bool keeps_newlines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (c == U'\r' && keeps_newlines && text.starts_with('\n')) continue;
    if (c == U'\n' && keeps_newlines) {
      out += '\n';
    } else if (c == U'\t') {
      out += "  ";
    } else if (in(hidden, c)) {
      append_spelled(out, c);
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

constexpr char32_t replacement = 0xfffd;

}  // namespace

char32_t take_character(std::string_view& rest) {
  const auto lead = static_cast<unsigned char>(rest.front());
  rest.remove_prefix(1);
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  if (lead < 0xc2 || lead > 0xf4 || rest.size() < more) return replacement;
  char32_t c = lead & (0x3fU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto byte = static_cast<unsigned char>(rest[i]);
    if ((byte & 0xc0U) != 0x80U) return replacement;
    c = (c << 6) | (byte & 0x3fU);
  }
  const bool overlong = (more == 2 && c < 0x800) || (more == 3 && c < 0x10000);
  if (overlong || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return replacement;
  rest.remove_prefix(more);
  return c;
}

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xc0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      put(0xe0 | (c >> 12));
    } else {
      put(0xf0 | (c >> 18));
      put(0x80 | ((c >> 12) & 0x3f));
    }
    put(0x80 | ((c >> 6) & 0x3f));
  }
  put(0x80 | (c & 0x3f));
}

std::string printable(std::string_view text) { return made_printable(text, true); }
std::string printable_line(std::string_view text) { return made_printable(text, false); }

std::size_t columns_of(char32_t c) { return in(without_width, c) ? 0 : in(wide, c) ? 2 : 1; }

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) columns += columns_of(take_character(text));
  return columns;
}

std::string_view take_columns(std::string_view& rest, std::size_t columns_max) {
  const std::string_view all = rest;
  std::size_t columns = 0;
  while (!rest.empty()) {
    std::string_view next = rest;
    columns += columns_of(take_character(next));
    if (columns > columns_max && rest.size() < all.size()) break;
    rest = next;
  }
  return all.substr(0, all.size() - rest.size());
}

std::string shortened(std::string_view text, std::size_t columns_max) {
  if (columns_of(text) <= columns_max) return std::string(text);
  return std::string(take_columns(text, columns_max - 1)) + "…";
}

}  // namespace holdpoint

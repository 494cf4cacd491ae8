#pragma once
// Text from the other side, made fit for a terminal: nothing in it can move the cursor, change
// colours or turn the order of letters around. Pure functions; any thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace holdpoint {

/// Takes one character off the front. What is not UTF-8 becomes U+FFFD, byte by byte.
char32_t take_character(std::string_view& rest);
void append_utf8(std::string& out, char32_t character);

/// Control characters and those that reorder or hide text are spelled (\x1b, \u{202e}); newlines
/// stay, tabs become two spaces. For text that may have several lines.
std::string printable(std::string_view text);
/// The same on one line: newlines are spelled too.
std::string printable_line(std::string_view text);

/// How many columns of a terminal a character or text takes; text without control characters.
std::size_t columns_of(char32_t character);
std::size_t columns_of(std::string_view text);

/// At most so many columns, the last of which is "…" if something was cut off.
std::string shortened(std::string_view text, std::size_t columns_max);

/// Takes what fits into so many columns off the front, at least one character.
std::string_view take_columns(std::string_view& rest, std::size_t columns_max);

}  // namespace holdpoint

#include "app/chat_card.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/chat_text.hpp"

namespace holdpoint {

namespace {

using Rows = std::vector<std::string>;

void append_pretty(std::string& out, const json::value& value, std::size_t depth);

void append_indent(std::string& out, std::size_t depth) {
  out += '\n';
  out.append(2 * depth, ' ');
}

void append_pretty(std::string& out, const json::object& object, std::size_t depth) {
  bool first = true;
  out += '{';
  for (const auto& [key, member] : object) {
    if (!std::exchange(first, false)) out += ',';
    append_indent(out, depth + 1);
    append_json_string(out, {key.data(), key.size()});
    out += ": ";
    append_pretty(out, member, depth + 1);
  }
  append_indent(out, depth);
  out += '}';
}

void append_pretty(std::string& out, const json::array& array, std::size_t depth) {
  bool first = true;
  out += '[';
  for (const auto& element : array) {
    if (!std::exchange(first, false)) out += ',';
    append_indent(out, depth + 1);
    append_pretty(out, element, depth + 1);
  }
  append_indent(out, depth);
  out += ']';
}

void append_pretty(std::string& out, const json::value& value, std::size_t depth) {
  const auto* object = value.if_object();
  const auto* array = value.if_array();
  if (object && !object->empty()) return append_pretty(out, *object, depth);
  if (array && !array->empty()) return append_pretty(out, *array, depth);
  append_json(out, value);
}

void append_rows(Rows& rows, std::string_view text, std::size_t columns) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    do {
      rows.emplace_back(line.empty() ? line : take_columns(line, columns));
    } while (!line.empty());
  }
}

void hide_rows(Rows& rows, std::size_t rows_max) {
  if (rows_max == 0 || rows.size() <= rows_max) return;
  const std::size_t hidden = rows.size() - (rows_max - 1);
  rows.resize(rows_max - 1);
  rows.push_back("... " + std::to_string(hidden) + " more lines: /approvals shows all of it");
}

void frame_row(std::string& out, std::string_view row, std::size_t columns) {
  const std::size_t used = columns_of(row);
  out.append("| ").append(row);
  out.append(columns > used ? columns - used : 0, ' ').append(" |\n");
}

}  // namespace

std::string draw_card(const Question& question, const CardStyle& style) {
  const std::size_t columns = std::max<std::size_t>(style.columns, 20) - 4;
  Rows rows;
  append_rows(rows, printable(question.prompt), columns);
  const std::size_t above = rows.size();
  std::string arguments;
  append_pretty(arguments, question.arguments, 0);
  Rows shown;
  append_rows(shown, printable(arguments), columns);
  hide_rows(shown, style.rows_max);
  if (above > 0) rows.emplace_back();
  rows.insert(rows.end(), shown.begin(), shown.end());

  const std::string title =
      shortened("approval needed: " + printable_line(question.tool), columns - 2);
  std::string out = "+- " + title + " ";
  const std::size_t used = columns_of(out) + 1;
  out.append(columns + 4 > used ? columns + 4 - used : 0, '-').append("+\n");
  for (const auto& row : rows) frame_row(out, row, columns);
  if (!question.deadline) {
    frame_row(out, "", columns);
    const std::string_view honest = "When this question expires is not told to this client.";
    Rows note;
    append_rows(note, honest, columns);
    for (const auto& row : note) frame_row(out, row, columns);
  }
  out.append("+").append(columns + 2, '-').append("+\n");
  return out;
}

std::string waiting_words(const Question& question, const Clock& clock) {
  using std::chrono::ceil;
  using std::chrono::floor;
  using std::chrono::seconds;
  if (question.deadline) {
    const auto left = ceil<seconds>(*question.deadline - clock.wall());
    return std::to_string(std::max<seconds::rep>(left.count(), 0)) + " s left";
  }
  const auto passed = floor<seconds>(clock.steady() - question.asked);
  return "asked " + std::to_string(passed.count()) + " s ago";
}

}  // namespace holdpoint

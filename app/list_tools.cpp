#include "app/list_tools.hpp"

#include <algorithm>
#include <array>
#include <ostream>

#include "runtime/json.hpp"

namespace holdpoint {

namespace {

std::string_view word_for(Ruling::Does does) {
  switch (does) {
    case Ruling::Does::run:
      return "run";
    case Ruling::Does::enter:
      return "enter";
    case Ruling::Does::ask:
      return "ask";
    case Ruling::Does::refuse:
      return "refuse";
  }
  return "refuse";
}

json::object as_object(const ToolSpec& tool, const Policy& policy) {
  const auto& traits = tool.traits;
  const auto ruling = rule_on(policy, tool);
  json::object object{{"name", tool.name},
                      {"description", tool.description},
                      {"schema", tool.schema},
                      {"approval", to_string(approval_of(traits))},
                      {"effects", to_string(traits.effects)},
                      {"risk", risk_of(traits)}};
  if (!traits.prompt.empty()) object["prompt"] = traits.prompt;
  if (traits.patience) object["patience_seconds"] = traits.patience->count();
  if (traits.running_time) object["running_time_seconds"] = traits.running_time->count();
  if (ruling.rule) {
    object["rule"] = json::object{{"tool", ruling.rule->pattern},
                                  {"say", to_string(ruling.rule->says)},
                                  {"lower", ruling.rule->lower}};
  }
  if (!ruling.note.empty()) object["note"] = ruling.note;
  object["does"] = word_for(ruling.does);
  return object;
}

void print_json(std::ostream& out, const Toolbox& tools, const Policy& policy) {
  json::array warnings, list;
  for (const auto& warning : policy_warnings(policy, tools)) warnings.emplace_back(warning);
  for (const auto& tool : tools.all()) list.push_back(as_object(tool->spec, policy));
  json::object document{{"policy", policy.version}};
  document["warnings"] = std::move(warnings);
  document["tools"] = std::move(list);
  out << write_json(document) << '\n';
}

// ---- for people ----

// A tool of a stranger's server must not write into our terminal.
std::string printable(std::string_view text) {
  std::string clean(text);
  std::ranges::replace_if(
      clean, [](unsigned char c) { return c < ' ' || c == 0x7F; }, ' ');
  return clean;
}

// What a list says, null aside: that a member may be left out is shown by its question mark.
std::string joined(const json::array& list) {
  std::string text;
  for (const auto& value : list) {
    const bool is_null = value.is_null() || value == json::value("null");
    if (is_null) continue;
    const auto word = value.is_string() ? std::string(value.get_string()) : write_json(value);
    text += (text.empty() ? "" : "|") + word;
  }
  return printable(text);
}

std::string type_in(const json::value& schema) {
  const auto* object = schema.if_object();
  if (!object) return "anything";
  const auto* values = object->if_contains("enum");
  if (values && values->is_array()) return joined(values->get_array());
  const auto* types = object->if_contains("type");
  if (!types) return "anything";
  const auto type = joined(types->is_array() ? types->get_array() : json::array{*types});
  const auto* items = object->if_contains("items");
  return items && type == "array" ? "array of " + type_in(*items) : type;
}

// "amount: number, currency?: string"
std::string arguments_of(const json::object& schema) {
  const auto* properties = schema.if_contains("properties");
  const auto* members = properties ? properties->if_object() : nullptr;
  const auto* needed = schema.if_contains("required");
  const auto* required = needed ? needed->if_array() : nullptr;
  std::string text;
  if (!members) return text;
  for (const auto& member : *members) {
    const json::value name(member.key());
    const bool optional = !required || std::ranges::find(*required, name) == required->end();
    text += (text.empty() ? "" : ", ") + printable(member.key()) + (optional ? "?: " : ": ") +
            type_in(member.value());
  }
  return text;
}

std::string limits_of(const ToolTraits& traits) {
  std::string text;
  if (traits.patience) {
    const auto seconds = traits.patience->count();
    text = seconds > 0 ? "a human may take " + std::to_string(seconds) + " s"
                       : std::string("a human may take for ever");
  }
  if (traits.running_time) {
    text += (text.empty() ? "" : ", ") + std::string("runs at most ") +
            std::to_string(traits.running_time->count()) + " s";
  }
  return text;
}

using Row = std::array<std::string, 6>;

Row row_of(const ToolSpec& tool, const Ruling& ruling) {
  const auto rule = ruling.rule
                        ? ruling.rule->pattern + ": " + std::string(to_string(ruling.rule->says)) +
                              (ruling.rule->lower ? ", lower" : "")
                        : std::string("-");
  return {tool.name,
          std::string(to_string(approval_of(tool.traits))),
          std::string(to_string(tool.traits.effects)),
          "L" + std::to_string(risk_of(tool.traits)),
          rule,
          std::string(to_string(ruling.does))};
}

class Table {
 public:
  void add(Row row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }
  void print(std::ostream& out, std::size_t index) const {
    const auto& row = rows_[index];
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      out << row[i] << std::string(widths_[i] - row[i].size() + 2, ' ');
    }
    out << row.back() << '\n';
  }

 private:
  std::array<std::size_t, std::tuple_size_v<Row>> widths_{};
  std::vector<Row> rows_;
};

void print_details(std::ostream& out, const ToolSpec& tool, const Ruling& ruling) {
  const auto line = [&](std::string_view mark, const std::string& text) {
    if (!text.empty()) out << "    " << mark << text << '\n';
  };
  line("", printable(tool.description));
  line("takes ", arguments_of(tool.schema));
  line("asks: ", printable(tool.traits.prompt));
  line("", limits_of(tool.traits));
  line("! ", ruling.note);
}

void print_table(std::ostream& out, const Toolbox& tools, const Policy& policy) {
  Table table;
  table.add({"TOOL", "DECLARES", "EFFECTS", "RISK", "RULE", "RESULT"});
  for (const auto& tool : tools.all()) table.add(row_of(tool->spec, rule_on(policy, tool->spec)));

  table.print(out, 0);
  for (std::size_t i = 0; i < tools.all().size(); ++i) {
    const auto& tool = tools.all()[i]->spec;
    table.print(out, i + 1);
    print_details(out, tool, rule_on(policy, tool));
  }
  const auto warnings = policy_warnings(policy, tools);
  if (!warnings.empty()) out << '\n';
  for (const auto& warning : warnings) out << "warning: " << warning << '\n';
}

}  // namespace

void print_tools(std::ostream& out, const Toolbox& tools, const Policy& policy, bool as_json) {
  if (as_json) {
    print_json(out, tools, policy);
  } else {
    print_table(out, tools, policy);
  }
}

}  // namespace holdpoint

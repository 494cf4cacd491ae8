#include "app/config.hpp"

#include <optional>
#include <string>
#include <system_error>

#include <toml++/toml.h>

#include "app/did_you_mean.hpp"
#include "app/read_rules.hpp"
#include "app/setting.hpp"
#include "app/toml_complaints.hpp"
#include "app/tool_times.hpp"
#include "models/text_file.hpp"
#include "runtime/json.hpp"

namespace holdpoint {

namespace {

constexpr std::string_view rule_key = "rule";
constexpr std::string_view tool_key = "tool";

std::optional<SettingValue> value_in(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_string()) return value->get();
  const auto* array = node.as_array();
  if (!array) return std::nullopt;
  Texts texts;
  for (const auto& element : *array) {
    if (!element.is_string()) return std::nullopt;
    texts.push_back(element.as_string()->get());
  }
  return texts;
}

const Setting* find_setting(std::string_view key) {
  for (const auto& setting : settings()) {
    if (setting.key == key) return &setting;
  }
  return nullptr;
}

bool is_table(std::string_view name) {
  for (const auto& setting : settings()) {
    if (setting.table() == name) return true;
  }
  return false;
}

// What belongs where the unknown key stands; only then what is called like it elsewhere.
std::string hint_for(std::string_view table, std::string_view name) {
  std::vector<std::string_view> here;
  for (const auto& setting : settings()) {
    if (setting.table() == table) here.push_back(setting.name());
    if (table.empty() && !setting.table().empty()) here.push_back(setting.table());
  }
  if (table.empty()) here.insert(here.end(), {rule_key, tool_key});
  if (auto hint = did_you_mean(name, here); !hint.empty()) return hint;

  for (const auto& setting : settings()) {
    if (setting.table() == table || nearest(name, {setting.name()}).empty()) continue;
    const std::string place =
        setting.table().empty() ? "at the top" : "under [" + std::string(setting.table()) + "]";
    return "; did you mean \"" + std::string(setting.name()) + "\" " + place + "?";
  }
  return {};
}

class ConfigReader {
 public:
  explicit ConfigReader(std::string_view name) : complaints_(name) {}

  Result<ServeOptions> read(const toml::table& document) {
    read_table("", document);
    options_.policy.version = version_of(options_.policy.rules);
    if (complaints_.first()) return *complaints_.first();
    return std::move(options_);
  }

 private:
  void read_table(std::string_view table, const toml::table& members) {
    for (const auto& [key, node] : members) {
      const std::string name(key.str());
      const std::string path = table.empty() ? name : std::string(table) + "." + name;
      if (const auto* setting = find_setting(path)) {
        apply(*setting, node);
      } else if (path == rule_key) {
        options_.policy.rules = read_rules(node, complaints_);
      } else if (path == tool_key) {
        options_.tool_times = read_tool_times(node, complaints_);
      } else if (table.empty() && is_table(path)) {
        read_section(path, node);
      } else {
        complaints_.add(key.source(), path, "no such key" + hint_for(table, name));
      }
    }
  }

  void read_section(const std::string& path, const toml::node& node) {
    if (const auto* members = node.as_table()) return read_table(path, *members);
    complaints_.add(node.source(), path, "expected a table, found " + found_in_toml(node));
  }

  void apply(const Setting& setting, const toml::node& node) {
    const auto value = value_in(node);
    const auto wrong =
        value ? setting.set(options_, *value) : mismatch(setting.expects, found_in_toml(node)).what;
    if (wrong) complaints_.add(node.source(), setting.key, *wrong);
  }

  ServeOptions options_;
  TomlComplaints complaints_;
};

}  // namespace

Result<ServeOptions> load_config(const std::filesystem::path& file) {
  const auto text = read_text_file(file, config_bytes_max);
  if (!text) return text.error();
  return parse_config(*text, file.string());
}

Result<ServeOptions> parse_config(std::string_view text, std::string_view name) {
  try {
    return ConfigReader(name).read(toml::parse(text, name));
  } catch (const toml::parse_error& error) {
    TomlComplaints complaints(name);
    complaints.add(error.source(), "", std::string(error.description()));
    return *complaints.first();
  }
}

}  // namespace holdpoint

#include "app/setting.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "runtime/json.hpp"

namespace holdpoint {

namespace {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

Texts split(std::string_view text) {
  Texts parts;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    if (comma > 0) parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::string to_toml_value(bool value) { return value ? "true" : "false"; }
std::string to_toml_value(std::int64_t value) { return std::to_string(value); }
std::string to_toml_value(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return write_json(value);
}
// What JSON escapes, TOML does in the same way.
std::string to_toml_value(const std::string& value) { return write_json(json::value(value)); }
std::string to_toml_value(const Texts& value) {
  std::string list = "[";
  for (const auto& text : value) list += (list.size() > 1 ? ", " : "") + to_toml_value(text);
  return list + "]";
}

}  // namespace

std::string_view Setting::table() const {
  const auto dot = key.find('.');
  return dot == std::string::npos ? std::string_view{} : std::string_view(key).substr(0, dot);
}

std::string_view Setting::name() const {
  return std::string_view(key).substr(table().empty() ? 0 : table().size() + 1);
}

std::string Setting::flag() const {
  std::string flag = "--" + std::string(name());
  std::ranges::replace(flag, '_', '-');
  return flag;
}

std::string to_toml(const SettingValue& value) {
  return std::visit([](const auto& held) { return to_toml_value(held); }, value);
}

Result<SettingValue> value_of(const Setting& setting, const std::string& text) {
  const auto wrong = [&] {
    return Error(setting.flag(), mismatch(setting.expects, to_toml_value(text)).what);
  };
  const auto initial = setting.initial();
  if (std::holds_alternative<std::string>(initial)) return SettingValue(text);
  if (std::holds_alternative<Texts>(initial)) return SettingValue(split(text));
  if (std::holds_alternative<bool>(initial)) {
    if (text != "true" && text != "false") return wrong();
    return SettingValue(text == "true");
  }
  if (std::holds_alternative<std::int64_t>(initial)) {
    if (const auto number = number_in<std::int64_t>(text)) return SettingValue(*number);
  } else if (const auto number = number_in<double>(text)) {
    return SettingValue(*number);
  }
  return wrong();
}

}  // namespace holdpoint

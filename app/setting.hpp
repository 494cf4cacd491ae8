#pragma once
// Every scalar of the configuration, in one table: its key in holdpoint.toml is also its flag of
// `holdpoint serve`, so that there is one way to say a thing and one place that checks it.
// Immutable values; any thread.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/options.hpp"
#include "runtime/result.hpp"

namespace holdpoint {

using Texts = std::vector<std::string>;
using SettingValue = std::variant<bool, std::int64_t, double, std::string, Texts>;

struct Setting {
  std::string key;      // with its table: "limits.frame_bytes_max"
  std::string shape;    // what --help puts behind the flag: "HOST:PORT"
  std::string expects;  // "a whole number from 1 to 256"
  std::string help;     // one line
  std::function<SettingValue(const ServeOptions&)> get;
  // Gives what is wrong with the value, and then has changed nothing.
  std::function<std::optional<std::string>(ServeOptions&, const SettingValue&)> set;

  std::string_view table() const;  // "limits"; empty: the top of the file
  std::string_view name() const;   // "frame_bytes_max"
  std::string flag() const;        // "--frame-bytes-max"
  SettingValue initial() const { return get(ServeOptions{}); }
};

/// In the order in which the file and --help show them: tables after the top.
const std::vector<Setting>& settings();

/// As it is written in holdpoint.toml.
std::string to_toml(const SettingValue& value);

/// A flag's text as a value of the setting's kind. Errors: where is the flag.
Result<SettingValue> value_of(const Setting& setting, const std::string& text);

}  // namespace holdpoint

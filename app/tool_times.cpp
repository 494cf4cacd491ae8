#include "app/tool_times.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/did_you_mean.hpp"

namespace holdpoint {

namespace {

constexpr std::int64_t years_10 = std::int64_t{10} * 365 * 24 * 3600;  // in seconds

struct Key {
  std::string_view name;
  std::optional<std::chrono::seconds> ToolTime::*member;
  std::int64_t least;
};
constexpr Key keys[] = {{"patience_seconds", &ToolTime::patience, 0},  // 0: for ever
                        {"running_time_seconds", &ToolTime::running_time, 1}};

const Key* find_key(std::string_view name) {
  for (const auto& key : keys) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

std::string hint_for(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& key : keys) names.push_back(key.name);
  return did_you_mean(name, names);
}

ToolTime read_one(const std::string& path, const toml::table& table, TomlComplaints& complaints) {
  ToolTime time;
  for (const auto& [name, node] : table) {
    const std::string place = path + "." + std::string(name.str());
    const auto* key = find_key(name.str());
    if (!key) {
      complaints.add(name.source(), place, "no such key" + hint_for(name.str()));
      continue;
    }
    const auto* number = node.as_integer();
    if (number && number->get() >= key->least && number->get() <= years_10) {
      time.*key->member = std::chrono::seconds(number->get());
      continue;
    }
    complaints.add(node.source(), place,
                   "expected a whole number from " + std::to_string(key->least) + " to " +
                       std::to_string(years_10) + ", found " +
                       (number ? std::to_string(number->get()) : found_in_toml(node)));
  }
  return time;
}

}  // namespace

ToolTimes read_tool_times(const toml::node& node, TomlComplaints& complaints) {
  ToolTimes times;
  const auto* tables = node.as_table();
  if (!tables) {
    complaints.add(node.source(), "tool",
                   "a tool's times are headed [tool.NAME], found " + found_in_toml(node));
    return times;
  }
  for (const auto& [name, element] : *tables) {
    const std::string path = "tool." + std::string(name.str());
    if (const auto* table = element.as_table()) {
      times[std::string(name.str())] = read_one(path, *table, complaints);
    } else {
      complaints.add(element.source(), path,
                     "a tool's times are headed [tool.NAME], found " + found_in_toml(element));
    }
  }
  return times;
}

Result<Toolbox> with_times(const Toolbox& tools, const ToolTimes& times) {
  for (const auto& [name, time] : times) {
    if (tools.find(name)) continue;
    std::vector<std::string_view> names;
    for (const auto& tool : tools.all()) names.push_back(tool->spec.name);
    return Error("tool." + name, "there is no such tool" + did_you_mean(name, names));
  }
  Toolbox changed;
  for (const auto& tool : tools.all()) {
    ToolSpec spec = tool->spec;
    if (const auto time = times.find(spec.name); time != times.end()) {
      if (time->second.patience) spec.traits.patience = time->second.patience;
      if (time->second.running_time) spec.traits.running_time = time->second.running_time;
    }
    changed.add(std::move(spec), tool->body);
  }
  return changed;
}

}  // namespace holdpoint

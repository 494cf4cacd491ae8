#pragma once
// What is wrong with a file of TOML, and where. Keeps the complaint that stands first in the file:
// toml++ walks tables in the order of the alphabet, people read from the top.
// Owned by one reader, on its stack.

#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "runtime/result.hpp"

namespace holdpoint {

class TomlComplaints {
 public:
  explicit TomlComplaints(std::string_view file) : file_(file) {}

  // `key` as it is written, with its table; empty: the text as such.
  void add(const toml::source_region& place, std::string_view key, const std::string& what) {
    if (first_ && !(place.begin < at_)) return;
    at_ = place.begin;
    first_.emplace(file_ + ":" + std::to_string(at_.line) + ":" + std::to_string(at_.column),
                   (key.empty() ? "" : std::string(key) + ": ") + what);
  }

  const std::optional<Error>& first() const { return first_; }

 private:
  std::string file_;
  std::optional<Error> first_;
  toml::source_position at_;
};

/// "a table", or the value as it is written: what an error says was found.
inline std::string found_in_toml(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array_of_tables()) return "several tables";
  if (node.is_array()) return "a list of something else";
  if (node.is_date() || node.is_time() || node.is_date_time()) return "a date or time";
  if (node.is_string()) return "a text";
  if (node.is_boolean()) return "true or false";
  return "a number";
}

}  // namespace holdpoint

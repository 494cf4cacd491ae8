#include "runtime/toolbox.hpp"

#include <algorithm>

namespace holdpoint {

namespace {

// What the model APIs accept as a function's name.
bool is_tool_name(std::string_view name) {
  constexpr std::size_t name_max = 64;
  return !name.empty() && name.size() <= name_max && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

}  // namespace

void Toolbox::add(ToolSpec spec, ToolBody body) {
  if (!is_tool_name(spec.name)) {
    throw std::invalid_argument("not a tool's name (letters, digits, _ and -, at most 64): \"" +
                                spec.name + "\"");
  }
  if (find(spec.name)) throw std::invalid_argument("two tools are called " + spec.name);
  tools_.push_back(std::make_shared<const Tool>(Tool{std::move(spec), std::move(body)}));
}

ToolPtr Toolbox::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(tools_, [&](const ToolPtr& tool) { return tool->spec.name == name; });
  return found == tools_.end() ? nullptr : *found;
}

}  // namespace holdpoint

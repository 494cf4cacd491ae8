#pragma once
// The keys that each chunk may have: clients before ai 7 check strictly, and one key more ends
// their stream (uiMessageChunkSchema of ai 6.0.25).

#include <map>
#include <set>
#include <string>

#include "tests/wire/story.hpp"

namespace holdpoint::story {

inline std::string bad_keys(const json::object& chunk) {
  using Keys = std::set<std::string, std::less<>>;
  static const std::map<std::string, Keys, std::less<>> allowed{
      {"start", {"messageId", "messageMetadata"}},
      {"finish", {"finishReason", "messageMetadata"}},
      {"abort", {"reason"}},
      {"error", {"errorText"}},
      {"start-step", {}},
      {"finish-step", {}},
      {"text-start", {"id"}},
      {"text-delta", {"id", "delta"}},
      {"text-end", {"id"}},
      {"reasoning-start", {"id"}},
      {"reasoning-delta", {"id", "delta"}},
      {"reasoning-end", {"id"}},
      {"tool-input-start", {"toolCallId", "toolName"}},
      {"tool-input-delta", {"toolCallId", "inputTextDelta"}},
      {"tool-input-available", {"toolCallId", "toolName", "input"}},
      {"tool-approval-request", {"approvalId", "toolCallId"}},
      {"tool-output-available", {"toolCallId", "output", "preliminary"}},
      {"tool-output-error", {"toolCallId", "errorText"}},
      {"tool-output-denied", {"toolCallId"}},
      {"data-", {"id", "data", "transient"}},
  };
  const std::string_view type = string_or(chunk, "type");
  const auto known = allowed.find(type.starts_with("data-") ? "data-" : type);
  if (known == allowed.end()) return "no such chunk: " + std::string(type);
  for (const auto& [key, value] : chunk) {
    const std::string_view name(key.data(), key.size());
    if (name != "type" && !known->second.contains(name)) {
      return std::string(type) + " must not have " + std::string(name);
    }
  }
  return {};
}

}  // namespace holdpoint::story

#include "models/baseline.hpp"

#include <algorithm>
#include <system_error>

#include "models/text_file.hpp"

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

std::string text_of_message(const json::object& message) {
  if (const auto* content = message.if_contains("content"); content && content->is_string())
    return std::string(content->get_string());
  const auto* parts = message.if_contains("parts");
  if (!parts || !parts->is_array()) return {};
  std::string text;
  for (const auto& part : parts->get_array()) {
    if (!part.is_object() || string_or(part.get_object(), "type") != "text") continue;
    if (!text.empty()) text += '\n';
    text += string_or(part.get_object(), "text");
  }
  return text;
}

// Where the response that holds this chunk begins.
std::size_t response_start(const Baseline& baseline, std::size_t chunk) {
  while (chunk > 0 && string_or(baseline.chunks[chunk], "type") != "start") --chunk;
  return chunk;
}

}  // namespace

Result<Baseline> load_baseline(const fs::path& file) {
  const auto text = read_text_file(file, baseline_bytes_max);
  if (!text) return text.error();
  auto baseline = parse_baseline(*text);
  if (!baseline) return error_in(file, baseline.error());
  baseline->name = file.stem().string();
  return baseline;
}

Result<std::vector<fs::path>> baseline_files(const fs::path& path) {
  std::vector<fs::path> files{path};
  if (std::error_code failure; fs::is_directory(path, failure)) {
    files.clear();
    for (fs::directory_iterator entry(path, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      if (entry->path().extension() == ".json") files.push_back(entry->path());
    }
    if (failure) return error_in(path, {{}, failure.message()});
    if (files.empty()) return error_in(path, {{}, "there is no *.json in this folder"});
    if (files.size() > baselines_max) return error_in(path, {{}, "too many files"});
    std::ranges::sort(files);
  }
  return files;
}

Result<std::vector<Baseline>> load_baselines(const fs::path& path) {
  const auto files = baseline_files(path);
  if (!files) return files.error();
  std::vector<Baseline> baselines;
  for (const auto& file : *files) {
    auto baseline = load_baseline(file);
    if (!baseline) return baseline.error();
    baselines.push_back(std::move(*baseline));
  }
  return baselines;
}

std::string frame_around(std::string_view chunk) {
  std::string frame("data: ");
  return frame.append(chunk).append("\n\n");
}

std::vector<std::string> user_texts(const Baseline& baseline) {
  std::vector<std::string> texts{text_of_message(baseline.messages.back().get_object())};
  if (!baseline.actions) return texts;
  for (const auto& action : *baseline.actions) {
    if (const auto* message = std::get_if<Action::Message>(&action.what))
      texts.push_back(message->text);
  }
  return texts;
}

std::vector<std::string> call_ids(const Baseline& baseline) {
  std::vector<std::string> ids;
  for (const auto& chunk : baseline.chunks) {
    if (!string_or(chunk, "type").starts_with("tool-input-")) continue;
    const auto id = string_or(chunk, "toolCallId");
    if (std::ranges::find(ids, id) == ids.end()) ids.emplace_back(id);
  }
  return ids;
}

std::vector<Action> infer_actions(const Baseline& baseline,
                                  const std::function<bool(std::string_view)>& runs_in_client) {
  if (baseline.actions) return *baseline.actions;
  constexpr std::chrono::seconds patience{30};  // of the tools that were recorded
  struct Call {
    std::string tool;
    std::size_t questions = 0;
  };
  const auto ids = call_ids(baseline);
  std::vector<Call> calls(ids.size());
  std::vector<Action> actions;
  for (std::size_t i = 0; i < baseline.chunks.size(); ++i) {
    const auto& chunk = baseline.chunks[i];
    const auto type = string_or(chunk, "type");
    const auto id = std::ranges::find(ids, string_or(chunk, "toolCallId"));
    if (id == ids.end()) continue;
    const auto number = static_cast<std::size_t>(id - ids.begin());
    Call& call = calls[number];
    if (type.starts_with("tool-input-")) call.tool = string_or(chunk, "toolName", call.tool);
    if (type == "tool-approval-request" && call.questions++ > 0)  // the one before was approved
      actions.push_back({i, Action::Answer{number, true, {}}});
    if (!type.starts_with("tool-output-") || chunk.contains("preliminary")) continue;

    std::size_t after = i;
    if (baseline.mode == Baseline::Mode::sse) {
      if (const auto start = response_start(baseline, i); start > 0) after = start;
    }
    const bool returned = type == "tool-output-available";
    if (call.questions > 0 && string_or(chunk, "errorText") == "Approval request timed out")
      actions.push_back({after, Action::Advance{patience}});
    else if (call.questions > 0)
      actions.push_back({after, Action::Answer{number, returned, {}}});
    if (returned && runs_in_client(call.tool))
      actions.push_back({after, Action::Result{number, chunk.at("output"), false}});
  }
  return actions;
}

}  // namespace holdpoint

#include "models/model_from.hpp"

#include <filesystem>
#include <system_error>

#include "models/text_file.hpp"

namespace holdpoint {
namespace {

namespace fs = std::filesystem;

Result<std::unique_ptr<Model>> from_file(const fs::path& file, Ids& ids, Pause pause) {
  const auto text = read_text_file(file, baseline_bytes_max);
  if (!text) return text.error();
  const auto value = parse_json(*text);
  if (!value) return error_in(file, value.error());
  const auto* object = value->if_object();
  if (object && object->contains("output")) {
    auto baseline = load_baseline(file);
    if (!baseline) return baseline.error();
    return scripted_model(std::move(*baseline), ids, std::move(pause));
  }
  if (object && object->contains("rules")) {
    auto script = load_script(file);
    if (!script) return script.error();
    return scripted_model(std::move(*script), ids, std::move(pause));
  }
  return error_in(file, {{}, "neither a baseline (no \"output\") nor a script (no \"rules\")"});
}

}  // namespace

Result<std::unique_ptr<Model>> model_from(std::string_view spec, Ids& ids, Pause pause) {
  if (spec == "scripted") return scripted_model(demo_script(), ids, std::move(pause));
  constexpr std::string_view scripted = "scripted:";
  if (!spec.starts_with(scripted) || spec == scripted) {
    return Error({}, "no model is called \"" + std::string(spec) +
                         "\"; there are: scripted, scripted:FILE, scripted:DIR");
  }
  const fs::path path(spec.substr(scripted.size()));
  if (std::error_code ignored; !fs::is_directory(path, ignored))
    return from_file(path, ids, std::move(pause));
  auto baselines = load_baselines(path);
  if (!baselines) return baselines.error();
  return scripted_model(std::move(*baselines), path.string(), ids, std::move(pause));
}

}  // namespace holdpoint

#pragma once
// `holdpoint init --project DIR`: a small program with one tool, for somebody to begin with, that
// builds against the installed library. Its files are those of app/template/, compiled in. Free
// functions; blocking.

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/result.hpp"

namespace holdpoint {

struct TemplateFile {
  std::string_view name;
  std::string_view text;
};
const std::vector<TemplateFile>& project_template();

/// Makes the folder, with its parents, if it is not there; refuses one in which there is anything.
/// Errors: where is the folder or the file.
std::optional<Error> init_project(const std::filesystem::path& folder);

}  // namespace holdpoint

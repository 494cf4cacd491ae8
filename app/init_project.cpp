#include "app/init_project.hpp"

#include <fstream>
#include <string>
#include <system_error>

namespace holdpoint {

namespace {

namespace fs = std::filesystem;

// Nothing, or why it is not one that can be filled.
std::optional<Error> make_empty_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error(folder.string(), error.message());
  const bool empty = fs::is_empty(folder, error);
  if (error) return Error(folder.string(), error.message());
  if (!empty) return Error(folder.string(), "is not empty; a project needs a folder of its own");
  return std::nullopt;
}

}  // namespace

std::optional<Error> init_project(const fs::path& folder) {
  if (auto error = make_empty_folder(folder)) return error;
  for (const auto& [name, text] : project_template()) {
    const auto file = folder / name;
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) return Error(file.string(), "cannot be written");
  }
  return std::nullopt;
}

}  // namespace holdpoint

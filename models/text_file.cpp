#include "models/text_file.hpp"

#include <fstream>
#include <system_error>

namespace holdpoint {

Result<std::string> read_text_file(const std::filesystem::path& file, std::size_t bytes_max) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(file, failure);
  if (failure) return error_in(file, {{}, failure.message()});
  if (size > bytes_max) {
    return error_in(file, {{}, "longer than " + std::to_string(bytes_max) + " bytes"});
  }
  std::string text(size, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in) return error_in(file, {{}, "cannot be read"});
  return text;
}

Error error_in(const std::filesystem::path& file, Error error) {
  error.where = file.string() + (error.where.empty() ? "" : ": " + error.where);
  return error;
}

}  // namespace holdpoint

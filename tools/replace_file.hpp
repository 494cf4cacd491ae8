#pragma once
// Writes a file so that whoever reads it finds the old text or the new one, never half of one, and
// the new one also after a power cut. Free functions; any thread; they block on the disk.

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace holdpoint {

/// By a temporary file next to it, fsync and rename: a link of that name is replaced, not
/// followed. On an error the old text is still there.
std::error_code replace_file(const std::filesystem::path& file, std::string_view text);

/// The same for a name in an open folder.
std::error_code replace_file_at(int folder, const std::string& name, std::string_view text);

}  // namespace holdpoint

#pragma once
// Opens what lies beneath a folder, and nothing else: no "..", no absolute path, no symbolic link
// on the way or at its end leads out. Free functions; any thread; they block on the disk.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/descriptor.hpp"

namespace holdpoint {

inline constexpr std::size_t path_bytes_max = 1024;
inline constexpr std::size_t path_depth_max = 32;

/// The names a path consists of; none: it is empty, absolute or too long, or has a name that is
/// empty, ".", ".." or holds a zero byte. Says so of paths only, not of what the disk has.
std::optional<std::vector<std::string>> path_names(std::string_view path);

/// Opens with these flags (O_CLOEXEC and O_NOFOLLOW are added; O_CREAT is not for this). No names:
/// the folder itself. On failure errno says why: ELOOP or ENOTDIR at a symbolic link.
Descriptor open_beneath(int folder, const std::vector<std::string>& names, int flags);

/// How it does that where the kernel has openat2 (Linux 5.6), and where it has not.
Descriptor open_by_openat2(int folder, const std::vector<std::string>& names, int flags);
Descriptor open_by_steps(int folder, const std::vector<std::string>& names, int flags);

}  // namespace holdpoint

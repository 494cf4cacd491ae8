#pragma once
// The command line of `holdpoint serve`: a flag for every key of holdpoint.toml, and --config. The
// command line wins over the file, the file over the defaults. One thread, before anything runs.

#include <map>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "app/setting.hpp"
#include "runtime/result.hpp"

namespace CLI {
class App;
}

namespace holdpoint {

inline constexpr const char* config_file = "holdpoint.toml";  // read when it is there

struct ServeFlags {
  std::optional<std::string> config;
  std::map<const Setting*, SettingValue> said;
};

/// The flags write into `flags` when the command line is parsed: it stays where it is until then.
/// A value that is wrong is a CLI::ValidationError.
void add_serve_flags(CLI::App& app, ServeFlags& flags);

/// Only --config: for commands that look at what `serve` would do.
void add_config_flag(CLI::App& app, ServeFlags& flags);

/// File and flags together. Blocks on the file.
Result<ServeOptions> serve_options(const ServeFlags& flags);

}  // namespace holdpoint

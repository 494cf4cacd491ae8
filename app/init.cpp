#include "app/init.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string_view>
#include <system_error>

#include "app/setting.hpp"

namespace holdpoint {

namespace {

constexpr std::string_view heading =
    R"(# The configuration of `holdpoint serve`, read from the folder it is started in.
# What stands here commented out is the default. A flag of the same name wins over the file:
# frame_bytes_max is also --frame-bytes-max.

)";

constexpr std::string_view rules = R"(
# Rules say which tools run without asking; the first that matches a call, and may rule, rules.
# Without a rule, what the tool declares holds: `holdpoint tools` shows it, and what results.
#   tool   a tool's name, or a pattern with * and ?
#   say    "allow" runs it, "ask" asks before it runs, "always" asks and no standing grant
#          answers, "deny" refuses it
#   lower  true lets a rule that names its tool exactly say less than the tool declares

#[[rule]]
#tool = "get_*"
#say = "allow"

#[[rule]]
#tool = "write_file"
#say = "allow"
#lower = true

#[[rule]]
#tool = "delete_*"
#say = "deny"

# What a tool declares about its times can be said anew: how long a human may take (0: for ever),
# and how long the tool may run.

#[tool.process_payment]
#patience_seconds = 60
#running_time_seconds = 10
)";

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// " (1 to 256)" for numbers; of the others, the default says enough.
std::string range_of(const Setting& setting) {
  constexpr std::string_view from = " from ";
  const auto begin = setting.expects.find(from);
  if (setting.shape != "N" || begin == std::string::npos) return {};
  return " (" + setting.expects.substr(begin + from.size()) + ")";
}

Error failed(const std::filesystem::path& file, int error) {
  return {file.string(), std::generic_category().message(error)};
}

}  // namespace

std::string config_template() {
  std::string text(heading);
  std::string_view table;
  for (const auto& setting : settings()) {
    if (setting.table() != table) {
      table = setting.table();
      text += "\n[" + std::string(table) + "]\n";
    }
    text += "# " + setting.help + range_of(setting) + "\n";
    text += "#" + std::string(setting.name()) + " = " + to_toml(setting.initial()) + "\n";
  }
  return text + std::string(rules);
}

std::optional<Error> init_config(const std::filesystem::path& file, bool force) {
  // "x": made by us or not at all, whoever else is about to make it.
  std::unique_ptr<std::FILE, Close> out(std::fopen(file.c_str(), force ? "w" : "wx"));
  if (!out && errno == EEXIST) {
    return Error(file.string(), "is already there; --force overwrites it");
  }
  if (!out) return failed(file, errno);
  const std::string text = config_template();
  if (std::fwrite(text.data(), 1, text.size(), out.get()) != text.size()) {
    return failed(file, errno);
  }
  if (std::fclose(out.release()) != 0) return failed(file, errno);
  return std::nullopt;
}

}  // namespace holdpoint

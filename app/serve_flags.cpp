#include "app/serve_flags.hpp"

#include <filesystem>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/config.hpp"

namespace holdpoint {

namespace {

void take(ServeFlags& flags, const Setting& setting, SettingValue value) {
  ServeOptions scratch;
  if (const auto wrong = setting.set(scratch, value)) {
    throw CLI::ValidationError(setting.flag(), *wrong);
  }
  flags.said.insert_or_assign(&setting, std::move(value));
}

void take_text(ServeFlags& flags, const Setting& setting, const std::string& text) {
  auto value = value_of(setting, text);
  if (!value) throw CLI::ValidationError(value.error().where, value.error().what);
  take(flags, setting, std::move(*value));
}

CLI::Option* add_flag(CLI::App& app, ServeFlags& flags, const Setting& setting) {
  const auto initial = setting.initial();
  if (std::holds_alternative<bool>(initial)) {
    // --no-auth, and --no-auth=false against a file that says true.
    return app.add_flag_function(
        setting.flag(), [&](std::int64_t times) { take(flags, setting, times > 0); }, setting.help);
  }
  if (std::holds_alternative<Texts>(initial)) {
    return app
        .add_option_function<Texts>(
            setting.flag(), [&](const Texts& texts) { take(flags, setting, texts); }, setting.help)
        ->allow_extra_args(false)
        ->delimiter(',')
        ->type_name(setting.shape + ",...");
  }
  const auto* text = std::get_if<std::string>(&initial);
  return app
      .add_option_function<std::string>(
          setting.flag(), [&](const std::string& said) { take_text(flags, setting, said); },
          setting.help)
      ->type_name(setting.shape)
      ->default_str(text ? *text : to_toml(initial));
}

}  // namespace

void add_serve_flags(CLI::App& app, ServeFlags& flags) {
  add_config_flag(app, flags);
  for (const auto& setting : settings()) {
    auto* option = add_flag(app, flags, setting);
    if (!setting.table().empty()) option->group("[" + std::string(setting.table()) + "]");
  }
}

void add_config_flag(CLI::App& app, ServeFlags& flags) {
  app.add_option_function<std::string>(
         "--config", [&](const std::string& file) { flags.config = file; },
         std::string("the file to read first; unless said, ./") + config_file + " if it is there")
      ->type_name("FILE");
}

Result<ServeOptions> serve_options(const ServeFlags& flags) {
  std::error_code ignored;  // a file that cannot be looked at is reported by whoever reads it
  const bool read_it =
      flags.config || std::filesystem::symlink_status(config_file, ignored).type() !=
                          std::filesystem::file_type::not_found;
  auto options =
      read_it ? load_config(flags.config.value_or(config_file)) : parse_config("", "defaults");
  if (!options) return options;
  for (const auto& [setting, value] : flags.said) {
    if (const auto wrong = setting->set(*options, value)) return Error(setting->flag(), *wrong);
  }
  return options;
}

}  // namespace holdpoint

// The table of setting.hpp: to add a key, add its line here.

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

#include "app/did_you_mean.hpp"
#include "app/setting.hpp"
#include "runtime/json.hpp"
#include "transport/net/endpoint.hpp"

namespace holdpoint {

namespace {

using Check = std::function<std::string(const std::string&)>;  // what is wrong; empty: nothing

constexpr std::int64_t count_max = 1'000'000'000;
constexpr std::int64_t bytes_max = std::int64_t{1} << 30;
constexpr std::int64_t years_10 = std::int64_t{10} * 365 * 24;  // in hours

template <class T>
constexpr bool is_duration = false;
template <class Rep, class Period>
constexpr bool is_duration<std::chrono::duration<Rep, Period>> = true;

// Where a member of the options lives, and under which table of the file.
template <class T>
auto& part_of(auto& options, T ServeOptions::*member) {
  return options.*member;
}
template <class T>
auto& part_of(auto& options, T Limits::*member) {
  return options.limits.*member;
}
template <class T>
std::string key_of(T ServeOptions::*, std::string name) {
  return name;
}
template <class T>
std::string key_of(T Limits::*, std::string name) {
  return "limits." + std::move(name);
}

// A setting whose values `read` checks and turns into what the member holds.
template <class T, class Owner, class Write, class Read>
Setting setting(std::string name, T Owner::*member, std::string shape, std::string expects,
                std::string help, Write write, Read read) {
  const auto get = [member, write](const ServeOptions& options) {
    return SettingValue(write(part_of(options, member)));
  };
  const auto set = [member, expects, read](ServeOptions& options, const SettingValue& value) {
    std::string hint;
    std::optional<T> wanted = read(value, hint);
    if (wanted) part_of(options, member) = std::move(*wanted);
    return wanted ? std::nullopt : std::optional(mismatch(expects, to_toml(value)).what + hint);
  };
  return {key_of(member, std::move(name)),
          std::move(shape),
          std::move(expects),
          std::move(help),
          get,
          set};
}

template <class T, class Owner>
Setting whole(std::string name, T Owner::*member, std::int64_t least, std::int64_t most,
              std::string help) {
  const auto write = [](const T& held) -> std::int64_t {
    if constexpr (is_duration<T>) {
      return held.count();
    } else {
      return static_cast<std::int64_t>(held);
    }
  };
  const auto read = [least, most](const SettingValue& value, std::string&) -> std::optional<T> {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (!number || *number < least || *number > most) return std::nullopt;
    if constexpr (is_duration<T>) {
      return T(*number);
    } else {
      return static_cast<T>(*number);
    }
  };
  auto expects = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  return setting(std::move(name), member, "N", std::move(expects), std::move(help), write, read);
}

template <class Owner>
Setting number(std::string name, double Owner::*member, double least, double most,
               std::string help) {
  const auto read = [least, most](const SettingValue& value, std::string&) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    const auto* fraction = std::get_if<double>(&value);
    std::optional<double> found;
    if (integer) found = static_cast<double>(*integer);
    if (fraction) found = *fraction;
    return found && *found >= least && *found <= most ? found : std::nullopt;  // NaN is neither
  };
  auto expects = "a number from " + to_toml(least) + " to " + to_toml(most);
  return setting(
      std::move(name), member, "N", std::move(expects), std::move(help),
      [](double held) { return held; }, read);
}

Setting yes_or_no(std::string name, bool ServeOptions::*member, std::string help) {
  const auto read = [](const SettingValue& value, std::string&) {
    const auto* said = std::get_if<bool>(&value);
    return said ? std::optional(*said) : std::nullopt;
  };
  return setting(
      std::move(name), member, "", "true or false", std::move(help), [](bool held) { return held; },
      read);
}

// Names of files and hosts, shown on terminals and in logs.
bool is_printable(const std::string& text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

Setting text(std::string name, std::string ServeOptions::*member, std::string shape,
             std::string expects, std::string help, Check check) {
  const auto read = [check](const SettingValue& value, std::string& hint) {
    const auto* said = std::get_if<std::string>(&value);
    if (said && is_printable(*said)) hint = check(*said);
    return said && is_printable(*said) && hint.empty() ? std::optional(*said) : std::nullopt;
  };
  return setting(
      std::move(name), member, std::move(shape), std::move(expects), std::move(help),
      [](const std::string& held) { return held; }, read);
}

Setting list(std::string name, Texts ServeOptions::*member, std::string shape, std::string expects,
             std::string help, Check check) {
  const auto read = [check](const SettingValue& value, std::string& hint) -> std::optional<Texts> {
    const auto* said = std::get_if<Texts>(&value);
    if (!said) return std::nullopt;
    for (const auto& one : *said) {
      if (is_printable(one) && (hint = check(one)).empty()) continue;
      hint = ": " + to_toml(one) + hint;
      return std::nullopt;
    }
    return *said;
  };
  return setting(
      std::move(name), member, std::move(shape), std::move(expects), std::move(help),
      [](const Texts& held) { return held; }, read);
}

// ---- what texts may be ----

std::string anything(const std::string&) { return {}; }

std::string something(const std::string& said) { return said.empty() ? " (nothing)" : ""; }

std::string host_port(const std::string& said) {
  const auto endpoint = parse_host_port(said);
  return endpoint ? "" : " (" + endpoint.error().what + ")";
}

std::string log_level(const std::string& said) {
  const std::vector<std::string_view> levels{"debug", "info", "warn", "error", "off"};
  if (std::ranges::count(levels, said) > 0) return {};
  const auto hint = did_you_mean(said, levels);
  return hint.empty() ? " (unknown)" : hint;
}

// The browser sends neither path nor slash: an origin with one would never match.
std::string origin(const std::string& said) {
  const auto slashes = said.find("://");
  const auto scheme = said.substr(0, slashes);
  if (slashes == std::string::npos || (scheme != "http" && scheme != "https")) {
    return " does not begin with http:// or https://";
  }
  const auto host = said.substr(slashes + 3);
  if (host.empty()) return " names no host";
  return host.find('/') == std::string::npos ? "" : " has a path; an origin ends with its host";
}

std::string host(const std::string& said) {
  if (said.empty()) return " is no host";
  if (said.find('/') != std::string::npos) return " has a \"/\"; a host is a name, perhaps :PORT";
  return {};
}

std::vector<Setting> make_settings() {
  using O = ServeOptions;
  using L = Limits;
  return {
      text("listen", &O::listen, "HOST:PORT", "HOST:PORT", "where to listen; port 0: any free one",
           host_port),
      text("model", &O::model, "MODEL", "a model, such as \"scripted\" or \"scripted:FILE\"",
           "who talks: scripted, or scripted:FILE or DIR", something),
      text("wallet", &O::wallet, "FILE", "the name of a file",
           "where process_payment keeps its money", something),
      text("workspace", &O::workspace, "DIR", "the name of a folder",
           "the folder of read_file, write_file and delete_file", something),
      text("record", &O::record, "DIR", "the name of a folder, or \"\"",
           "write what happens as baselines into this folder; empty: do not", anything),
      text("log", &O::log, "LEVEL", "debug, info, warn, error or off", "the least that is logged",
           log_level),
      yes_or_no("no_auth", &O::no_auth,
                "let in everybody on this machine, without a token: for trying only"),
      whole("threads", &O::threads, 1, 256, "how many threads serve"),
      list("origins", &O::origins, "ORIGIN", "a list of origins such as [\"https://example.org\"]",
           "pages in browsers that may connect, besides our own", origin),
      list("hosts", &O::hosts, "HOST", "a list of hosts such as [\"example.org\"]",
           "names this server answers to, besides its own", host),

      whole("frame_bytes_max", &L::frame_bytes_max, 1024, bytes_max,
            "one frame or body from a client"),
      whole("header_bytes_max", &L::header_bytes_max, 1024, 1 << 20, "the head of one request"),
      whole("view_backlog_bytes_max", &L::view_backlog_bytes_max, 4096, bytes_max,
            "unsent bytes of one connection before it is dropped"),
      whole("views_per_connection_max", &L::views_per_connection_max, 1, 10'000,
            "sessions looked at through one socket"),
      whole("connections_max", &L::connections_max, 1, count_max, "open connections"),
      whole("sessions_max", &L::sessions_max, 1, count_max, "sessions remembered at one time"),
      whole("turns_queued_max", &L::turns_queued_max, 0, 10'000,
            "user messages waiting behind a running turn"),
      whole("steps_per_turn_max", &L::steps_per_turn_max, 1, 10'000,
            "answers of the model within one turn"),
      whole("calls_per_step_max", &L::calls_per_step_max, 1, 10'000,
            "tool calls in one answer of the model"),
      whole("asks_per_call_max", &L::asks_per_call_max, 1, 10'000,
            "questions one call may put to a human"),
      whole("turn_bytes_max", &L::turn_bytes_max, 4096, bytes_max,
            "what one turn may say, kept for replay"),
      whole("history_messages_max", &L::history_messages_max, 1, count_max,
            "messages remembered per session, the oldest turns dropped first"),
      whole("early_results_max", &L::early_results_max, 1, 10'000,
            "results of a client that came before their tool waited"),
      whole("decided_kept_max", &L::decided_kept_max, 1, count_max,
            "decided approvals remembered to answer late decisions"),
      number("frames_per_second_max", &L::frames_per_second_max, 0.1, 1e6,
             "frames of one connection; a faster one is read more slowly"),
      whole("connection_grace_seconds", &L::connection_grace, 0, years_10 * 3600,
            "a session without an id outlives its connection by this"),
      whole("approval_patience_seconds", &L::approval_patience, 0, years_10 * 3600,
            "how long a human may take, unless the tool says; 0: for ever"),
      whole("client_patience_seconds", &L::client_patience, 1, years_10 * 3600,
            "how long a client may take for a tool of its own"),
      whole("running_time_seconds", &L::running_time, 1, years_10 * 3600,
            "how long a tool may run, waiting for humans not counted"),
      whole("stop_grace_seconds", &L::stop_grace, 0, 3600,
            "how long a cancelled tool may take to leave"),
      whole("session_idle_hours", &L::session_idle, 1, years_10,
            "a session without views and turns is forgotten after this"),
  };
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> table = make_settings();
  return table;
}

}  // namespace holdpoint

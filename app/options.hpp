#pragma once
// What the command line and holdpoint.toml say, as values. The command line wins over the file, the
// file over the defaults here.

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/limits.hpp"
#include "runtime/policy.hpp"

namespace holdpoint {

// What holdpoint.toml says about a tool, over what the tool declares; unset: as it declares.
struct ToolTime {
  std::optional<std::chrono::seconds> patience;  // how long a human may take; zero: for ever
  std::optional<std::chrono::seconds> running_time;
};
using ToolTimes = std::map<std::string, ToolTime>;  // by the tool's name

struct ServeOptions {
  std::string listen = "127.0.0.1:8080";
  std::string model = "scripted";       // see models/model_from.hpp
  std::string wallet = "wallet.json";   // where process_payment keeps its money
  std::string workspace = "workspace";  // the folder of read_file, write_file and delete_file
  std::string record;                   // folder for baselines of what happened; empty: none
  std::string log = "info";             // debug | info | warn | error | off
  bool no_auth = false;
  int threads = 1;
  std::vector<std::string> origins;  // browser origins that may connect, besides our own
  std::vector<std::string> hosts;    // Host headers we answer to, besides our own
  Policy policy;
  ToolTimes tool_times;
  Limits limits;
};

}  // namespace holdpoint

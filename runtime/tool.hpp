#pragma once
// What a tool is, beneath the typed sugar of toolbox.hpp: a name, a schema, traits that say how
// dangerous it is, and a coroutine. Values; any thread.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "runtime/approval.hpp"
#include "runtime/asio.hpp"
#include "runtime/json.hpp"

namespace holdpoint {

class ToolContext;

enum class Asks : std::uint8_t {
  never,   // runs without asking
  asks,    // its own body awaits call.approval()
  gate,    // asked before its body
  always,  // asked before its body, and no grant can satisfy it
};
std::string_view to_string(Asks approval);

// What a second run would do to the world; decides what happens after a crash.
enum class Effects : std::uint8_t { read_only, idempotent, journaled, once };
std::string_view to_string(Effects effects);

struct ToolTraits {
  // Unset: `never` for a read-only tool at risk 0, `always` at risk 5, else `gate`.
  std::optional<Asks> approval{};
  Effects effects = Effects::once;
  int risk = -1;         // 0 (harmless) … 5; unset: 0 for read-only tools, 3 for all others
  std::string prompt{};  // what the human is asked; empty: the call itself is the question
  // How long a human may take; unset: the runtime's default; zero: for ever.
  std::optional<std::chrono::seconds> patience{};
  // How long the body may run, waiting for humans not counted; unset: the runtime's default.
  std::optional<std::chrono::seconds> running_time{};
  std::string denial{};  // what a denied call says; empty: "User denied <tool>"
};
Asks approval_of(const ToolTraits& traits);
int risk_of(const ToolTraits& traits);

struct ToolSpec {
  std::string name;
  std::string description;
  json::object schema;  // JSON Schema of the arguments, always an object
  ToolTraits traits;
};

// The untyped tool. `arguments` fit the schema when it is called.
using ToolBody = std::function<Task<json::value>(json::value arguments, ToolContext& call)>;

struct Tool {
  ToolSpec spec;
  ToolBody body;
};
using ToolPtr = std::shared_ptr<const Tool>;

// Thrown by a tool that could not do its work: its text goes to the model and the human.
struct ToolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A no, as the coroutine that asked sees it: leaves the tool, unless it has something to clean up.
class Denied : public std::exception {
 public:
  explicit Denied(Decision decision) : decision_(std::move(decision)) {}
  const Decision& decision() const { return decision_; }
  const char* what() const noexcept override { return "the call was not approved"; }

 private:
  Decision decision_;
};

}  // namespace holdpoint

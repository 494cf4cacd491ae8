#pragma once
// The tools there are. A tool is a coroutine whose signature is its JSON Schema:
//
//   struct Payment { double amount; std::string recipient; };
//   BOOST_DESCRIBE_STRUCT(Payment, (), (amount, recipient))
//   Task<Receipt> pay(Payment payment, ToolContext& call, Wallet& wallet);
//
//   tools.add("pay", "Pays somebody.", with(pay, wallet), {.approval = asks});
//
// A toolbox is filled by one owner and then shared as an immutable snapshot.

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/describe.hpp"
#include "runtime/tool.hpp"
#include "runtime/tool_context.hpp"

namespace holdpoint {

using enum Asks;

// What the arguments and the result of a tool function are.
template <class F>
struct ToolTypes : ToolTypes<decltype(&F::operator())> {};
template <class R, class A>
struct ToolTypes<Task<R> (*)(A, ToolContext&)> {
  using Result = R;
  using Arguments = A;
};
template <class R, class A, class C>
struct ToolTypes<Task<R> (C::*)(A, ToolContext&) const> : ToolTypes<Task<R> (*)(A, ToolContext&)> {
};

// Binds the services a tool works with; they outlive the toolbox.
template <class R, class A, class... Services>
auto with(Task<R> (*tool)(A, ToolContext&, Services&...),
          std::type_identity_t<Services>&... services) {
  return [tool, &services...](A arguments, ToolContext& call) -> Task<R> {
    return tool(std::move(arguments), call, services...);
  };
}

class Toolbox {
 public:
  // A typed tool. Throws std::invalid_argument for a name that is taken or not a tool's name.
  template <class F>
  void add(std::string name, std::string description, F tool, ToolTraits traits = {});

  // An untyped one, as they come from a configuration or from an MCP server.
  void add(ToolSpec spec, ToolBody body);

  ToolPtr find(std::string_view name) const;                  // null: no such tool
  const std::vector<ToolPtr>& all() const { return tools_; }  // in the order they were added

 private:
  std::vector<ToolPtr> tools_;
};

template <class F>
Task<json::value> run_typed(const F& tool, json::value untyped, ToolContext& call) {
  auto arguments = from_json<typename ToolTypes<F>::Arguments>(untyped);
  if (!arguments) throw ToolError("invalid arguments: " + to_string(arguments.error()));
  untyped = nullptr;  // the tool may wait for hours: hold the arguments once
  if constexpr (std::is_void_v<typename ToolTypes<F>::Result>) {
    co_await tool(std::move(*arguments), call);
    co_return json::object{};
  } else {
    co_return to_json(co_await tool(std::move(*arguments), call));
  }
}

template <class F>
void Toolbox::add(std::string name, std::string description, F tool, ToolTraits traits) {
  ToolSpec spec{std::move(name), std::move(description),
                schema_of<typename ToolTypes<F>::Arguments>(), std::move(traits)};
  add(std::move(spec), [tool = std::move(tool)](json::value arguments, ToolContext& call) {
    return run_typed<F>(tool, std::move(arguments), call);
  });
}

}  // namespace holdpoint

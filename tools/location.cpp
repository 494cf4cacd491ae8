#include "tools/tools.hpp"

namespace holdpoint {

using namespace std::chrono_literals;

struct NoArguments {};
BOOST_DESCRIBE_STRUCT(NoArguments, (), ())

static Task<json::value> get_location(NoArguments, ToolContext& call) {
  co_await call.approval();
  co_return co_await call.on_client();  // the browser knows where it is
}

void add_get_location(Toolbox& tools) {
  tools.add("get_location", "Where the user is, if they want to say so.", get_location,
            {.approval = asks,
             .effects = Effects::read_only,
             .risk = 2,
             .patience = 30s,
             .denial = "User denied location access"});
}

}  // namespace holdpoint

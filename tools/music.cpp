#include "tools/tools.hpp"

namespace holdpoint {

struct Track {
  int track = 0;
  static constexpr Doc docs[] = {{"track", "The number of the track: 1 or 2."}};
};
BOOST_DESCRIBE_STRUCT(Track, (), (track))

static Task<json::value> change_bgm(Track, ToolContext& call) {
  co_return co_await call.on_client();  // the browser plays it
}

void add_change_bgm(Toolbox& tools) {
  tools.add("change_bgm", "Changes the background music in the user's browser.", change_bgm,
            {.approval = never, .effects = Effects::idempotent, .risk = 0});
}

}  // namespace holdpoint

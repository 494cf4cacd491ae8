#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tidy/rules.hpp"
#include "tests/tidy/source_file.hpp"

namespace holdpoint::tidy {
namespace {

TEST(Tidy, TheTreeKeepsTheRules) {
  const auto files = read_source_tree(HOLDPOINT_SOURCE_DIR);
  EXPECT_FALSE(files.empty());
  for (const auto& file : files) {
    for (const auto& finding : check(file)) ADD_FAILURE() << finding;
  }
}

struct Case {
  std::string path;
  std::string text;
  std::vector<std::string> findings = {};
};

TEST(Tidy, EachRuleIsHeld) {
  const std::vector<Case> cases{
      // Layers.
      {"runtime/a.cpp", "#include \"runtime/gate.hpp\"\n#include <vector>\n"},
      {"runtime/a.cpp",
       "\n#include \"transport/view.hpp\"\n",
       {"runtime/a.cpp:2: runtime may not include \"transport/view.hpp\""}},
      {"transport/chat.cpp",
       "#include \"transport/net/tcp.hpp\"\n#include \"transport/wire/sse.hpp\"\n"},
      {"transport/net/tcp.cpp",
       "#include \"transport/wire/sse.hpp\"\n",
       {"transport/net/tcp.cpp:1: transport/net may not include \"transport/wire/sse.hpp\""}},
      {"models/openai.cpp", "#include \"transport/net/http_client.hpp\"\n"},
      {"models/openai.cpp",
       "#include \"transport/chat.hpp\"\n",
       {"models/openai.cpp:1: models may not include \"transport/chat.hpp\""}},
      {"tools/payment.cpp",
       "#include \"storage/memory.hpp\"\n",
       {"tools/payment.cpp:1: tools may not include \"storage/memory.hpp\""}},
      {"fixtures/replay.cpp",
       "#include \"models/scripted.hpp\"\n#include \"transport/chat.hpp\"\n"},
      {"app/main.cpp", "#include \"storage/memory.hpp\"\n#include \"tools/payment.hpp\"\n"},
      {"tests/app/config_test.cpp", "#include \"app/config.hpp\"\n"},
      {"tests/tools/payment_test.cpp",
       "#include \"app/config.hpp\"\n",
       {"tests/tools/payment_test.cpp:1: tests may not include \"app/config.hpp\""}},
      {"runtime/a.cpp", "// #include \"transport/view.hpp\"\n"},
      {"runtime/a.cpp",
       "#include \"gate.hpp\"\n",
       {"runtime/a.cpp:1: includes start at the root of the project: \"gate.hpp\""}},
      // Headers that belong to one layer.
      {"runtime/a.cpp", "#include <boost/asio/post.hpp>\n"},
      {"runtime/a.cpp",
       "#include <boost/beast/core.hpp>\n",
       {"runtime/a.cpp:1: the runtime knows no wire"}},
      {"runtime/a.cpp",
       "#include <boost/asio/ip/tcp.hpp>\n",
       {"runtime/a.cpp:1: the runtime knows no socket"}},
      {"transport/wire/a.cpp",
       "#include <boost/asio.hpp>\n",
       {"transport/wire/a.cpp:1: codecs do no I/O"}},
      {"storage/sqlite.cpp", "#include <sqlite3.h>\n"},
      {"app/main.cpp", "#include <sqlite3.h>\n", {"app/main.cpp:1: all SQL lives in storage"}},
      {"models/a.cpp",
       "#include <toml++/toml.h>\n",
       {"models/a.cpp:1: only app reads the command line and its file"}},
      // Words.
      {"app/a.cpp", "using namespace std::chrono_literals;\n"},
      {"app/a.cpp",
       "using namespace std;\n",
       {"app/a.cpp:1: names are written where they come from"}},
      {"app/a.cpp", "// using namespace std;\nauto s = \"using namespace std;\";\n"},
      {"app/a.cpp", "co_spawn(io, f(), asio::detached);\n"},
      {"tests/a.cpp",
       "co_spawn(io, f(), detached);\n",
       {"tests/a.cpp:1: what is spawned is owned and joined"}},
      {"tests/a.cpp",
       "int n = 1'000; sleep_for(1s);\n",
       {"tests/a.cpp:1: a test that sleeps is slow or wrong"}},
      {"runtime/clock.cpp", "auto t = std::chrono::steady_clock::now();\n"},
      {"runtime/a.cpp",
       "auto t = std::chrono::steady_clock::now();\n",
       {"runtime/a.cpp:1: time comes from the clock that was given"}},
      // The shape of a file.
      {"app/a.cpp", "//" + std::string(98, 'x') + "\n"},
      {"app/a.cpp", "//" + std::string(97, 'x') + "ä\n"},
      {"app/a.cpp",
       "//" + std::string(99, 'x') + "\n",
       {"app/a.cpp:1: a line has at most 100 columns"}},
      {"app/a.hpp", "#pragma once\n// What it is.\n"},
      {"app/a.hpp", "// What it is.\n\n#pragma once\nint a();\n"},
      {"app/a.hpp",
       "// What it is.\nint a();\n#pragma once\n",
       {"app/a.hpp:1: a header opens with #pragma once"}},
      {"app/a.hpp",
       "#pragma once\n#include <vector>\n// Too late.\n",
       {"app/a.hpp:1: a header opens with what it is, who owns it, which threads may call it"}},
      {"runtime/impl/a.cpp",
       "",
       {"runtime/impl/a.cpp:1: header and source lie side by side in their layer's folder"}},
  };
  for (const auto& [path, text, findings] : cases) {
    EXPECT_EQ(check(make_source_file(path, text)), findings) << path << ":\n" << text;
  }
}

TEST(Tidy, ProseIsNotCode) {
  const auto file = make_source_file("app/a.cpp", R"text(a /* b
c */ d("e\"f", 'g', 1'000); // h
R"x(i
")x" + j)text");
  const std::vector<std::string> code{"a     ", "     d(      ,    , 1'000);     ", "     ",
                                      "     + j"};
  EXPECT_EQ(file.code, code);
}

}  // namespace
}  // namespace holdpoint::tidy

// The main of every test program: quiet, unless SPDLOG_LEVEL=debug asks for the logs.

#include <gtest/gtest.h>
#include <spdlog/cfg/env.h>
#include <spdlog/spdlog.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  spdlog::set_level(spdlog::level::off);
  spdlog::cfg::load_env_levels();
  return RUN_ALL_TESTS();
}

# Everything comes from the distribution; nothing is fetched at configure time. setup.sh installs it.

find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json url)
find_package(simdjson REQUIRED)
find_package(spdlog REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto SSL)
find_package(SQLite3 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(benchmark QUIET)

if(BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/re2.cmake)

# find_package(holdpoint 0.1 CONFIG REQUIRED): holdpoint::runtime, storage, models, wire, net and
# transport. Each brings what it needs.

include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Boost 1.81 COMPONENTS json url)
find_dependency(simdjson)
find_dependency(spdlog)
find_dependency(OpenSSL COMPONENTS Crypto SSL)
find_dependency(SQLite3)
include(${CMAKE_CURRENT_LIST_DIR}/re2.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/holdpointTargets.cmake)

# What makes builds fast: precompiled headers, ccache, lld. None of them changes what is built.

if(HOLDPOINT_PCH)
  set(HOLDPOINT_PRECOMPILED
    <boost/asio.hpp> <boost/describe.hpp> <boost/json.hpp> <spdlog/spdlog.h>
    <algorithm> <chrono> <functional> <map> <memory> <optional> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>)
endif()

# holdpoint_precompile(<target>): the runtime precompiles the headers, everybody else reuses them.
function(holdpoint_precompile target)
  if(NOT HOLDPOINT_PCH)
    return()
  elseif(target STREQUAL "holdpoint_runtime")
    target_precompile_headers(${target} PRIVATE ${HOLDPOINT_PRECOMPILED})
  else()
    target_precompile_headers(${target} REUSE_FROM holdpoint_runtime)
  endif()
endfunction()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  # Both make ccache able to see through a precompiled header.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

find_program(LLD ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

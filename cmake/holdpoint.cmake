# How every target of the project is compiled, and holdpoint_library(): a folder is a library.

include(${CMAKE_CURRENT_LIST_DIR}/speed.cmake)

add_library(holdpoint_options INTERFACE)
target_compile_features(holdpoint_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
target_include_directories(holdpoint_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/holdpoint>)
target_link_libraries(holdpoint_options INTERFACE Threads::Threads Boost::headers)

# Our warnings and sanitizers are ours: whoever links the installed library chooses their own.
function(holdpoint_build_options)
  target_compile_options(holdpoint_options INTERFACE "$<BUILD_INTERFACE:${ARGV}>")
endfunction()

holdpoint_build_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
  $<$<BOOL:${HOLDPOINT_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes the frame of an inlined Asio coroutine for memory of the global operator new, and
  # sees std::string overflow where it joins short texts, once it optimises.
  holdpoint_build_options(
    -Wno-mismatched-new-delete -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()

# Asio is compiled once in runtime/asio.cpp, Beast once in transport/net/beast.cpp.
target_compile_definitions(holdpoint_options INTERFACE
  BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)

if(HOLDPOINT_SANITIZE)
  # What the second line leaves out costs a third of the compile time, and ASan catches it too.
  set(sanitize -fsanitize=${HOLDPOINT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -fno-sanitize=null,alignment,object-size,vptr)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code confuses g++'s flow analysis, and TSan knows no fences (see tests/tsan.supp).
    list(APPEND sanitize -Wno-maybe-uninitialized -Wno-tsan)
  endif()
  holdpoint_build_options(${sanitize})
  target_link_options(holdpoint_options INTERFACE
    "$<BUILD_INTERFACE:-fsanitize=${HOLDPOINT_SANITIZE}>")
endif()

# holdpoint_library(<name> [LINKS <target>...])
#
# The library holdpoint::<name> of all *.cpp in the calling folder but main.cpp. A folder that has
# only headers is an INTERFACE library, so a layer can be linked before its first source is written.
function(holdpoint_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" LINKS)
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(target holdpoint_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    target_link_libraries(${target} PUBLIC holdpoint_options ${arg_LINKS})
    holdpoint_precompile(${target})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE holdpoint_options ${arg_LINKS})
  endif()
  add_library(holdpoint::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
endfunction()

# All layers, for what stands outside of them: tests, examples, benchmarks.
set(HOLDPOINT_LAYERS
  holdpoint::runtime holdpoint::net holdpoint::wire holdpoint::transport
  holdpoint::models holdpoint::storage holdpoint::tools holdpoint::fixtures)

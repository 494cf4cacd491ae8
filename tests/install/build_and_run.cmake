# Configures, builds and runs one outside project, with nothing of ours but the installed tree.

if(PROJECT STREQUAL "template")
  set(SOURCE ${BUILD}/project)
  file(REMOVE_RECURSE ${SOURCE})
  execute_process(COMMAND ${PREFIX}/bin/holdpoint init --project ${SOURCE}
    COMMAND_ERROR_IS_FATAL ANY)
endif()

file(REMOVE ${BUILD}/build/CMakeCache.txt)  # nothing found before is found for that reason now
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD}/build -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${PREFIX} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${CCACHE}
  -D CMAKE_CXX_FLAGS=${FLAGS}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD}/build COMMAND_ERROR_IS_FATAL ANY)

if(PROJECT STREQUAL "template")
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/talk_to
    ${BUILD}/build/first_tool ${PREFIX}/bin/holdpoint COMMAND_ERROR_IS_FATAL ANY)
else()
  set(PROGRAM ${BUILD}/build/${PROJECT})
  set(SOURCE ${SOURCE}/main.cpp)
  include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/expect.cmake)
endif()

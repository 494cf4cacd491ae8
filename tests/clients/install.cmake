# cmake -D NPM=… -P install.cmake: `npm ci`, unless what is installed is what the lockfile says.
# npm writes node_modules/.package-lock.json last: an interrupted installation is begun anew.

set(here ${CMAKE_CURRENT_LIST_DIR})
set(installed ${here}/node_modules/.package-lock.json)
if(EXISTS ${installed} AND NOT ${here}/package-lock.json IS_NEWER_THAN ${installed})
  return()
endif()
if(NOT NPM)
  message(FATAL_ERROR "npm is missing: ./setup.sh --test installs it (Debian: nodejs npm), "
    "then configure again")
endif()
execute_process(COMMAND ${NPM} ci WORKING_DIRECTORY ${here} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "npm ci failed in ${here}")
endif()

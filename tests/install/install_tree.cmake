# Installs the build and looks at what others will get: nothing of it may point back to our tree,
# and none of our warnings or sanitizers may become theirs.

file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB package ${PREFIX}/lib/cmake/holdpoint/*.cmake)
list(LENGTH package files)
if(files LESS 4)
  message(FATAL_ERROR "the package is incomplete: ${package}")
endif()
foreach(file IN LISTS package)
  file(READ ${file} text)
  foreach(ours IN ITEMS "${SOURCE}/" "${BUILD}/" "-Wall" "-Werror" "-fsanitize" "-Wno-")
    string(FIND "${text}" "${ours}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} has ${ours} in it")
    endif()
  endforeach()
endforeach()

file(GLOB folders RELATIVE ${PREFIX}/include/holdpoint ${PREFIX}/include/holdpoint/*)
if(NOT folders STREQUAL "models;runtime;storage;transport")
  message(FATAL_ERROR "headers of others were installed, or some are missing: ${folders}")
endif()

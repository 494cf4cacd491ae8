# cmake -D PROGRAM=… -D SOURCE=… -P expect.cmake: runs the program, which must end well and print
# what lines "// Expect: TEXT" of its source say, in that order.

execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE log)
message("${output}")
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${code}\n${log}")
endif()

file(STRINGS ${SOURCE} expected REGEX "^// Expect: ")
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} does not say what it prints")
endif()
set(rest "${output}")
foreach(line IN LISTS expected)
  string(REGEX REPLACE "^// Expect: " "" text "${line}")
  string(FIND "${rest}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${SOURCE}: not printed, or not in this order: ${text}")
  endif()
  string(LENGTH "${text}" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${rest}" ${at} -1 rest)
endforeach()

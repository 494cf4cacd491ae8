# What `cmake --install` brings: the program, the layers that others build on, and what makes
# find_package(holdpoint) find them. Tools, fixtures and app are ours alone.

include(CMakePackageConfigHelpers)

set(package lib/cmake/holdpoint)
set(layers runtime net wire transport models storage)
list(TRANSFORM layers PREPEND holdpoint_ OUTPUT_VARIABLE targets)
set_target_properties(holdpoint_options PROPERTIES EXPORT_NAME options)

install(TARGETS holdpoint)
install(TARGETS holdpoint_options ${targets} EXPORT holdpoint ARCHIVE DESTINATION lib)
install(EXPORT holdpoint NAMESPACE holdpoint:: DESTINATION ${package} FILE holdpointTargets.cmake)
install(DIRECTORY runtime transport models storage DESTINATION include/holdpoint
  FILES_MATCHING PATTERN "*.hpp")

# A version 0.x promises nothing to the next 0.y.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/holdpointConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_LIST_DIR}/holdpointConfig.cmake ${CMAKE_CURRENT_LIST_DIR}/re2.cmake
  ${PROJECT_BINARY_DIR}/holdpointConfigVersion.cmake
  DESTINATION ${package})

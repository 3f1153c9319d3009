# The documentation as a small website: cmake --build BUILD --target site. Needs Debian's mkdocs.
if(NOT EXISTS ${PROJECT_SOURCE_DIR}/mkdocs.yml)
  return()  # a repository for students does not have it
endif()
add_custom_target(site
  COMMAND mkdocs build --strict --quiet --site-dir ${PROJECT_BINARY_DIR}/site
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)

add_custom_target(format
  COMMAND ${PROJECT_SOURCE_DIR}/tests/architecture/formatted.sh ${PROJECT_SOURCE_DIR} --fix
  COMMENT "clang-format in place" VERBATIM)

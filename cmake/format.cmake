find_program(CLANG_FORMAT NAMES clang-format clang-format-14)
file(GLOB_RECURSE format_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/grader/*.cpp ${PROJECT_SOURCE_DIR}/grader/*.h
  ${PROJECT_SOURCE_DIR}/emulation/*.cpp ${PROJECT_SOURCE_DIR}/emulation/*.h
  ${PROJECT_SOURCE_DIR}/labkit/*.cpp ${PROJECT_SOURCE_DIR}/labkit/*.h)
if(CLANG_FORMAT)
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${format_sources} COMMENT "clang-format in place" VERBATIM)
endif()

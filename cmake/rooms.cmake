# A room is a folder of the house. Its .cpp files are one library, and its tests are one program.
#
# The release build joins the files of a room into one compilation, because most of a file's time goes to the headers
# that all of them include. So each name must be unique in its room, even in unnamed namespaces.

# gridmark_join_files(TARGET [AT_A_TIME number])
# AT_A_TIME  the number of files in one compilation instead of all, for files that you often edit one by one
function(gridmark_join_files target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "AT_A_TIME" "")
  if(NOT CMAKE_BUILD_TYPE STREQUAL Release)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  if(arg_AT_A_TIME)
    gridmark_group_files(${target} ${arg_AT_A_TIME})
  endif()
endfunction()

# CMake links the last group first (seen with 3.25). The names count down, so that tests run in the order of their
# files, as without joining. If two tests fail, a student reads about the first.
function(gridmark_group_files target at_a_time)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(files ${target} SOURCES)
  set(count 0)
  foreach(file ${files})
    math(EXPR group "99 - ${count} / ${at_a_time}")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
    math(EXPR count "${count} + 1")
  endforeach()
endfunction()

# For code that waits or handles text. Compiling it with -O3 takes longer than it will ever run.
function(gridmark_compile_lightly)
  foreach(target ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endforeach()
endfunction()

# gridmark_room(NAME [DEPENDS target...])
#   every .cpp of the current folder -> static library gridmark_NAME, alias gridmark::NAME
function(gridmark_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS")
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(gridmark_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(gridmark_${name} PRIVATE gridmark_warnings)
  else()
    add_library(gridmark_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(gridmark::${name} ALIAS gridmark_${name})
  gridmark_join_files(gridmark_${name})
  target_include_directories(gridmark_${name} ${scope} ${PROJECT_SOURCE_DIR})
  target_link_libraries(gridmark_${name} ${scope} gridmark_sanitizers ${arg_DEPENDS})
endfunction()

# gridmark_test(NAME [SOURCES file...] [DEPENDS target...] [LABELS label...] [SECONDS about])
# *_test.cpp of the current folder -> program test_NAME, CTest case NAME. The longest tests begin first, so that no
# processor waits for the last of them.
function(gridmark_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SECONDS" "SOURCES;DEPENDS;LABELS")
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS *_test.cpp)
  endif()
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(test_${name} ${arg_SOURCES})
  gridmark_join_files(test_${name})
  target_link_libraries(test_${name} PRIVATE gridmark_warnings gridmark_sanitizers ${arg_DEPENDS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE GRIDMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" GRIDMARK_BUILD_DIR="${PROJECT_BINARY_DIR}")
  target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O0>)  # the tested code is optimised
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 LABELS "${arg_LABELS}" COST "${arg_SECONDS}")
endfunction()

# Moves the tests that match a filter from test NAME to the slow test PART.
function(gridmark_slow_part name part filter)
  add_test(NAME ${part} COMMAND test_${name} --gtest_filter=${filter})
  # A filter without a match would exit with 0.
  set_tests_properties(${part} PROPERTIES TIMEOUT 900 LABELS slow FAIL_REGULAR_EXPRESSION "Running 0 tests")
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "GTEST_FILTER=-${filter}")
endfunction()

# GoogleTest's headers, read once for all tests: they take a third of the time that compiling a test takes. In the
# release build alone; with ccache not at all, because it does not keep what was compiled so.
set(GRIDMARK_PRECOMPILES OFF)
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT GRIDMARK_CCACHE)
  set(GRIDMARK_PRECOMPILES ON)
endif()

# gridmark_precompiled(NAME COMPILED options... LINKED targets...)
#   -> headers_NAME, for targets that are compiled in the same way
function(gridmark_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMPILED;LINKED")
  if(NOT GRIDMARK_PRECOMPILES)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/headers_${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(headers_${name} OBJECT ${source})
  set_target_properties(headers_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as COMPILED has it
  target_compile_options(headers_${name} PRIVATE ${arg_COMPILED})
  target_link_libraries(headers_${name} PRIVATE ${arg_LINKED})
  target_precompile_headers(headers_${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <filesystem> <functional> <map>)
endfunction()

# gridmark_reuse_headers(TARGET NAME)
function(gridmark_reuse_headers target name)
  if(GRIDMARK_PRECOMPILES)
    target_precompile_headers(${target} REUSE_FROM headers_${name})
  endif()
endfunction()

gridmark_precompiled(of_tests COMPILED -fPIE -O0 LINKED gridmark_warnings gridmark_sanitizers GTest::gmock)
gridmark_precompiled(of_labs COMPILED -fPIC -O1 LINKED gridmark_warnings gridmark_sanitizers GTest::gmock)

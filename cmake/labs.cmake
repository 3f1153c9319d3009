# The one recipe that builds a lab: its checker, and its adaptor for each flavour of the emulated device.

# gridmark_lab(NAME)
#   labs/NAME/{tests,hidden}/*.cpp -> build/<preset>/labs/NAME/checker
#                                  -> build/<preset>/labs/NAME/tests.o, for in-process runs
#   labs/NAME/adaptor.cu           -> build/<preset>/labs/NAME/adaptor.emulated.<flavour>.o
function(gridmark_lab lab)
  set(source ${PROJECT_SOURCE_DIR}/labs/${lab})
  set(output ${PROJECT_BINARY_DIR}/labs/${lab})
  # The announced tests come first: of two that fail, a student reads about the one that the handout names.
  file(GLOB tests CONFIGURE_DEPENDS ${source}/tests/*.cpp)
  file(GLOB hidden_tests CONFIGURE_DEPENDS ${source}/hidden/*.cpp)
  list(APPEND tests ${hidden_tests})

  add_library(tests-${lab} OBJECT ${tests} ${PROJECT_SOURCE_DIR}/labkit/exam/lab_name.cpp)
  target_compile_definitions(tests-${lab} PRIVATE GRIDMARK_LAB_NAME="${lab}")
  target_link_libraries(tests-${lab} PRIVATE gridmark::exam gridmark_warnings)

  add_executable(checker-${lab} $<TARGET_OBJECTS:tests-${lab}>)
  target_link_libraries(checker-${lab} PRIVATE gridmark::exam)
  set_target_properties(checker-${lab} PROPERTIES OUTPUT_NAME checker RUNTIME_OUTPUT_DIRECTORY ${output})
  add_dependencies(product checker-${lab})

  if(NOT GRIDMARK_SANITIZE)
    # One object file, so that a linker keeps every test.
    add_custom_command(
      OUTPUT ${output}/tests.o
      COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -o ${output}/tests.o $<TARGET_OBJECTS:tests-${lab}>
      DEPENDS tests-${lab} $<TARGET_OBJECTS:tests-${lab}>
      COMMENT "In-process tests of ${lab}" COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(in-process-${lab} DEPENDS ${output}/tests.o)
    add_dependencies(product in-process-${lab})
  endif()

  foreach(flavour fast counted)
    set(object ${output}/adaptor.emulated.${flavour}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND gridmark-cc --flavour ${flavour} -std=c++20 -c -I ${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -o ${object} ${source}/adaptor.cu
      DEPENDS gridmark-cc toolkit_headers ${source}/adaptor.cu
      DEPFILE ${object}.d
      COMMENT "Adaptor of ${lab}, ${flavour}" VERBATIM)
    list(APPEND adaptors ${object})
  endforeach()
  add_custom_target(adaptor-${lab} DEPENDS ${adaptors})
  add_dependencies(product adaptor-${lab})
endfunction()

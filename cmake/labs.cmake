# The one recipe that builds a lab: its checker, and its adaptor for each flavour of the emulated device.

# gridmark_lab(NAME)
#   labs/NAME/{tests,hidden}/*.cpp -> build/<preset>/labs/NAME/checker
#   labs/NAME/adaptor.cu           -> build/<preset>/labs/NAME/adaptor.emulated.<flavour>.o
function(gridmark_lab lab)
  set(source ${PROJECT_SOURCE_DIR}/labs/${lab})
  set(output ${PROJECT_BINARY_DIR}/labs/${lab})
  file(GLOB tests CONFIGURE_DEPENDS ${source}/tests/*.cpp ${source}/hidden/*.cpp)

  add_executable(checker-${lab} ${tests} ${PROJECT_SOURCE_DIR}/labkit/exam/lab_name.cpp)
  target_compile_definitions(checker-${lab} PRIVATE GRIDMARK_LAB_NAME="${lab}")
  target_link_libraries(checker-${lab} PRIVATE gridmark::exam gridmark_warnings)
  set_target_properties(checker-${lab} PROPERTIES OUTPUT_NAME checker RUNTIME_OUTPUT_DIRECTORY ${output})
  add_dependencies(product checker-${lab})

  foreach(flavour fast counted)
    set(object ${output}/adaptor.emulated.${flavour}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND gridmark-cc --flavour ${flavour} -c -I ${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -o ${object} ${source}/adaptor.cu
      DEPENDS gridmark-cc toolkit_headers ${source}/adaptor.cu
      DEPFILE ${object}.d
      COMMENT "Adaptor of ${lab}, ${flavour}" VERBATIM)
    list(APPEND adaptors ${object})
  endforeach()
  add_custom_target(adaptor-${lab} DEPENDS ${adaptors})
  add_dependencies(product adaptor-${lab})
endfunction()

# The common recipe for a lab: its checker, and its adaptor for each flavour of the emulated device.

# gridmark_lab(NAME)
#   labs/NAME/{tests,hidden}/*.cpp -> build/<preset>/labs/NAME/checker
#                                  -> build/<preset>/labs/NAME/tests.o, for in-process runs
#   labs/NAME/tests/*.cpp          -> build/<preset>/labs/NAME/announced-checker, for a student's own tries
#   labs/NAME/benchmarks/*.cpp     -> build/<preset>/labs/NAME/benchmarks, where the lab has some
#   labs/NAME/adaptor.cu           -> build/<preset>/labs/NAME/adaptor.emulated.<flavour>.o
#                                  -> build/<preset>/labs/NAME/worker.emulated.<flavour>.o: the adaptor, and all
#                                     that judges, closed
#   labs/NAME/reference/*          -> build/<preset>/labs/NAME/reference, with which timed items are compared
# and, in the target `cuda`, for a real device:
#   labs/NAME/adaptor.cu           -> build/<preset>/labs/NAME/adaptor.cuda.fast.o
#   labs/NAME/cuda-reference/*     -> build/<preset>/labs/NAME/reference.cuda, else from reference/
function(gridmark_lab lab)
  set(source ${PROJECT_SOURCE_DIR}/labs/${lab})
  set(output ${PROJECT_BINARY_DIR}/labs/${lab})
  # The announced tests come first. If two tests fail, a student reads about the one in the handout.
  file(GLOB tests CONFIGURE_DEPENDS ${source}/tests/*.cpp)
  file(GLOB hidden_tests CONFIGURE_DEPENDS ${source}/hidden/*.cpp)

  add_library(tests-${lab} OBJECT ${PROJECT_SOURCE_DIR}/labkit/channel/lab_name.cpp ${tests})
  target_compile_definitions(tests-${lab} PRIVATE GRIDMARK_LAB_NAME="${lab}")
  set(libraries-${lab} tests-${lab})
  set(objects $<TARGET_OBJECTS:tests-${lab}>)
  if(hidden_tests)
    add_library(hidden-${lab} OBJECT ${hidden_tests})
    list(APPEND libraries-${lab} hidden-${lab})
    list(APPEND objects $<TARGET_OBJECTS:hidden-${lab}>)
  endif()
  foreach(library ${libraries-${lab}})
    target_link_libraries(${library} PRIVATE gridmark::channel gridmark_warnings)
    gridmark_compile_lightly(${library})  # reference results are computed in labkit
    gridmark_join_files(${library} AT_A_TIME 4)
  endforeach()

  add_executable(checker-${lab} ${objects})
  set_target_properties(checker-${lab} PROPERTIES OUTPUT_NAME checker)
  add_executable(announced-checker-${lab} $<TARGET_OBJECTS:tests-${lab}>)
  set_target_properties(announced-checker-${lab} PROPERTIES OUTPUT_NAME announced-checker)
  foreach(program checker-${lab} announced-checker-${lab})
    target_link_libraries(${program} PRIVATE gridmark::channel)
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${output})
    add_dependencies(product ${program})
  endforeach()

  file(GLOB benchmarks CONFIGURE_DEPENDS ${source}/benchmarks/*.cpp)
  if(benchmarks)
    add_executable(benchmarks-${lab} ${benchmarks} ${PROJECT_SOURCE_DIR}/labkit/channel/lab_name.cpp)
    target_compile_definitions(benchmarks-${lab} PRIVATE GRIDMARK_LAB_NAME="${lab}")
    target_link_libraries(benchmarks-${lab} PRIVATE gridmark_channel_benchmark gridmark_warnings ${CMAKE_DL_LIBS})
    gridmark_join_files(benchmarks-${lab})
    set_target_properties(benchmarks-${lab} PROPERTIES OUTPUT_NAME benchmarks RUNTIME_OUTPUT_DIRECTORY ${output})
    add_dependencies(product benchmarks-${lab})
  endif()

  if(NOT GRIDMARK_SANITIZE)
    # One object file, so that a linker keeps every test.
    add_custom_command(
      OUTPUT ${output}/tests.o
      COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -o ${output}/tests.o ${objects}
      DEPENDS ${libraries-${lab}} ${objects}
      COMMENT "In-process tests of ${lab}" COMMAND_EXPAND_LISTS VERBATIM)
    add_custom_target(in-process-${lab} DEPENDS ${output}/tests.o)
    add_dependencies(product in-process-${lab})
  endif()

  foreach(flavour fast counted)
    set(object ${output}/adaptor.emulated.${flavour}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND gridmark-cc --flavour ${flavour} -std=c++20 -Xcompiler -fno-gnu-unique -c -I ${PROJECT_SOURCE_DIR}
              -ffile-prefix-map=${PROJECT_SOURCE_DIR}=/gridmark -MD -MF ${object}.d -o ${object} ${source}/adaptor.cu
      DEPENDS gridmark-cc toolkit_headers ${source}/adaptor.cu
      DEPFILE ${object}.d
      COMMENT "Adaptor of ${lab}, ${flavour}" VERBATIM)
    gridmark_close_worker(${output} ${flavour})
    list(APPEND adaptors ${object} ${output}/worker.emulated.${flavour}.o)
  endforeach()
  # The trusted side of timed items: the lab's own files with the names of the student's files.
  file(GLOB reference CONFIGURE_DEPENDS ${source}/reference/*.cu ${source}/reference/*.cpp)
  if(reference AND NOT GRIDMARK_SANITIZE)
    file(GLOB reference_headers CONFIGURE_DEPENDS ${source}/reference/*.h ${source}/reference/*.cuh ${source}/include/*)
    add_custom_command(
      OUTPUT ${output}/reference
      COMMAND gridmark-cc --flavour fast -std=c++20 -I ${source}/include -o ${output}/reference
              ${reference} --engine ${output}/worker.emulated.fast.o
      DEPENDS gridmark-cc toolkit_headers ${output}/worker.emulated.fast.o ${reference} ${reference_headers}
      COMMENT "Reference of ${lab}" VERBATIM)
    list(APPEND adaptors ${output}/reference)
  endif()
  add_custom_target(adaptor-${lab} DEPENDS ${adaptors})
  add_dependencies(product adaptor-${lab})
  if(GRIDMARK_HAS_CUDA)
    gridmark_lab_for_cuda(${lab})
  endif()
endfunction()

function(gridmark_lab_for_cuda lab)
  set(source ${PROJECT_SOURCE_DIR}/labs/${lab})
  set(output ${PROJECT_BINARY_DIR}/labs/${lab})
  set(adaptor ${output}/adaptor.cuda.fast.o)
  gridmark_cuda_object(${adaptor} ${source}/adaptor.cu)
  set(made ${adaptor})
  file(GLOB reference CONFIGURE_DEPENDS ${source}/cuda-reference/*.cu ${source}/cuda-reference/*.cpp)
  if(NOT reference)
    file(GLOB reference CONFIGURE_DEPENDS ${source}/reference/*.cu ${source}/reference/*.cpp)
  endif()
  if(reference)
    set(objects)
    foreach(file ${reference})
      get_filename_component(name ${file} NAME)
      gridmark_cuda_object(${output}/reference.cuda.${name}.o ${file} -I ${source}/include)
      list(APPEND objects ${output}/reference.cuda.${name}.o)
    endforeach()
    set(kit ${GRIDMARK_CUDA_TOOLKIT_DIR}/lib/libgridmark_tensor_cuda.a)
    add_custom_command(OUTPUT ${output}/reference.cuda
      COMMAND ${GRIDMARK_CUDA_COMPILER} link -o ${output}/reference.cuda $<TARGET_FILE:gridmark_worker> ${adaptor} ${objects}
              ${kit} ${GRIDMARK_CUDA_TOOLKIT_DIR}/lib/libgridmark_device_cuda.a
      DEPENDS gridmark_worker gridmark_device_cuda tensor_kit_cuda ${kit} ${adaptor} ${objects}
      COMMENT "Reference of ${lab}, cuda" VERBATIM)
    list(APPEND made ${output}/reference.cuda)
  endif()
  add_custom_target(cuda-${lab} DEPENDS ${made})
  add_dependencies(cuda cuda-${lab})
endfunction()

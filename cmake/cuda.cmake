# The real device: labs, labkit and tests, compiled by CUDA's own compiler. The only target, `cuda`, is not a part of
# `product`. The front door builds it on a machine with a GPU, or if a command has --device cuda.
set(GRIDMARK_CUDA AUTO CACHE STRING "The cuda device: AUTO (where nvcc is found), ON (nvcc must be there), OFF")
set(GRIDMARK_CUDA_ARCHITECTURES 75 80 90 CACHE STRING "Compute capabilities that prebuilt parts get machine code for")

set(GRIDMARK_HAS_CUDA OFF)
if(GRIDMARK_CUDA)
  find_program(GRIDMARK_NVCC nvcc HINTS $ENV{CUDA_HOME} PATH_SUFFIXES bin PATHS /usr/local/cuda/bin)
  if(GRIDMARK_NVCC AND NOT GRIDMARK_SANITIZE)
    # The nvcc on a PATH may be a script that calls the toolkit's nvcc, which knows its own place.
    execute_process(COMMAND ${GRIDMARK_NVCC} --dryrun -E -x cu /dev/null ERROR_VARIABLE said OUTPUT_QUIET)
    string(REGEX MATCH "TOP=([^\n]*)" found "${said}")
    file(REAL_PATH "${CMAKE_MATCH_1}" GRIDMARK_CUDA_ROOT)
    if(found AND EXISTS ${GRIDMARK_CUDA_ROOT}/include/cuda_runtime_api.h)
      set(GRIDMARK_HAS_CUDA ON)
    else()
      message(WARNING "${GRIDMARK_NVCC} does not say where its toolkit lies: there will be no cuda device")
    endif()
  elseif(NOT GRIDMARK_CUDA STREQUAL AUTO)
    message(FATAL_ERROR "GRIDMARK_CUDA is ${GRIDMARK_CUDA}, and nvcc was not found: put it on the PATH, or set CUDA_HOME")
  endif()
endif()

if(NOT GRIDMARK_HAS_CUDA)
  add_custom_target(cuda COMMAND ${CMAKE_COMMAND} -E echo "cuda: nothing to build, nvcc was not found" VERBATIM)
  return()
endif()
add_custom_target(cuda)

set(GRIDMARK_CUDA_TOOLKIT_DIR ${GRIDMARK_TOOLKIT_DIR}/cuda)
set(GRIDMARK_CUDA_COMPILER ${GRIDMARK_CUDA_TOOLKIT_DIR}/bin/gridmark-nvcc)
configure_file(${PROJECT_SOURCE_DIR}/labkit/cuda/gridmark-nvcc.in ${GRIDMARK_CUDA_COMPILER} @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Machine code for each architecture, and portable code of the oldest for later ones.
foreach(number ${GRIDMARK_CUDA_ARCHITECTURES})
  list(APPEND GRIDMARK_CUDA_CODE -gencode arch=compute_${number},code=sm_${number})
endforeach()
list(GET GRIDMARK_CUDA_ARCHITECTURES 0 oldest)
list(APPEND GRIDMARK_CUDA_CODE -gencode arch=compute_${oldest},code=compute_${oldest})

# gridmark_cuda_object(OBJECT SOURCE [options...]): one of the project's own sources, compiled with nvcc.
function(gridmark_cuda_object object source)
  get_filename_component(name ${source} NAME)
  cmake_path(GET object PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${object}
    COMMAND ${GRIDMARK_CUDA_COMPILER} compile ${GRIDMARK_CUDA_CODE} -I ${PROJECT_SOURCE_DIR} -MD -MF ${object}.d
            ${ARGN} -c ${source} -o ${object}
    DEPENDS ${source} ${GRIDMARK_CUDA_COMPILER} DEPFILE ${object}.d
    COMMENT "nvcc: ${name}" VERBATIM)
endfunction()

# gridmark_cuda_program(PROGRAM SOURCE...): a program that runs on a real device.
function(gridmark_cuda_program program)
  get_filename_component(name ${program} NAME)
  set(objects)
  foreach(source ${ARGN})
    get_filename_component(stem ${source} NAME)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.${stem}.cuda.o)
    gridmark_cuda_object(${object} ${source})
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${program} DEPENDS ${objects} VERBATIM
    COMMAND ${GRIDMARK_CUDA_COMPILER} link --plain -o ${program} ${objects})
endfunction()

# For the grader: the compiler options for a submission, and the place of CUDA.
list(JOIN GRIDMARK_CUDA_CODE " " code_options)
file(CONFIGURE OUTPUT ${GRIDMARK_CUDA_TOOLKIT_DIR}/lib/code_options CONTENT "${code_options}\n")
file(CONFIGURE OUTPUT ${GRIDMARK_CUDA_TOOLKIT_DIR}/lib/root CONTENT "${GRIDMARK_CUDA_ROOT}\n")

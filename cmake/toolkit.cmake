# The toolkit compiles and links a submission: build/<preset>/toolkit/{bin,include,lib}. It is one folder, so that the
# compile sandbox shows it, and nothing else of gridmark, read-only.
set(GRIDMARK_TOOLKIT_DIR ${PROJECT_BINARY_DIR}/toolkit)

# The toolkit's headers are in two folders: CUDA's headers with CUDA's names, and the headers behind them. The second
# ones are <gridmark/...>, a name that other programs do not use for their headers.
set(GRIDMARK_HEADER_FOLDERS ${PROJECT_SOURCE_DIR}/emulation/include ${PROJECT_SOURCE_DIR}/emulation/device)

# gridmark_close_archive(TARGET): hides a static library's instances of the C++ library's templates.
function(gridmark_close_archive target)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/emulation/runtime/close_archive.sh $<TARGET_FILE:${target}>
            ${CMAKE_LINKER} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${CMAKE_AR})
endfunction()

# gridmark_public_headers(WRAPPERS FOLDER HEADER...): makes a folder with a wrapper for each of these headers of FOLDER.
# The wrapper makes the header's declarations visible. Engine, libraries and kit are compiled with -fvisibility=hidden
# and find the wrappers first. So a submission can only link names that a public header declares
# (labkit/channel/close_worker.sh).
set(GRIDMARK_PUBLIC_HEADERS_DIR ${PROJECT_BINARY_DIR}/public_headers)
function(gridmark_public_headers wrappers folder)
  foreach(header ${ARGN})
    file(CONFIGURE OUTPUT ${wrappers}/${header} @ONLY CONTENT
"#pragma GCC visibility push(default)
#include \"@folder@/@header@\"
#pragma GCC visibility pop
")
  endforeach()
endfunction()

# gridmark_close_worker(FOLDER FLAVOUR): links FOLDER/adaptor.emulated.FLAVOUR.o and the judging code into
# FOLDER/worker.emulated.FLAVOUR.o, with which a submission is linked, and lists the names that it offers.
function(gridmark_close_worker folder flavour)
  set(output ${folder}/worker.emulated.${flavour})
  set(adaptor ${folder}/adaptor.emulated.${flavour}.o)
  set(kit ${GRIDMARK_TOOLKIT_DIR}/lib/libgridmark_tensor_${flavour}.a)
  set(script ${PROJECT_SOURCE_DIR}/labkit/channel/close_worker.sh)
  add_custom_command(
    OUTPUT ${output}.o ${output}.names
    COMMAND ${CMAKE_COMMAND} -E env LD=${CMAKE_LINKER} NM=${CMAKE_NM} OBJCOPY=${CMAKE_OBJCOPY} READELF=${CMAKE_READELF}
            ${script} ${output} $<TARGET_FILE:gridmark_worker> ${adaptor} ${kit} $<TARGET_FILE:gridmark_libraries>
            $<TARGET_FILE:gridmark_emulation_${flavour}> $<TARGET_OBJECTS:gridmark_own_strings>
    DEPENDS ${script} gridmark_worker ${adaptor} tensor_kit ${kit} gridmark_libraries gridmark_emulation_${flavour}
            gridmark_own_strings $<TARGET_OBJECTS:gridmark_own_strings>
    COMMENT "Closing ${output}" VERBATIM)
endfunction()

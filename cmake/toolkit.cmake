# The toolkit is what compiles and links a submission: build/<preset>/toolkit/{bin,include,lib}.
# It is one folder so that the compile sandbox sees it, and nothing else of gridmark, read-only.
set(GRIDMARK_TOOLKIT_DIR ${PROJECT_BINARY_DIR}/toolkit)

# The toolkit's headers lie in two folders: those that CUDA has, as it spells them, and what they are made of. The second
# are <gridmark/...>: a name that no program's own header has.
set(GRIDMARK_HEADER_FOLDERS ${PROJECT_SOURCE_DIR}/emulation/include ${PROJECT_SOURCE_DIR}/emulation/device)

# gridmark_close_archive(TARGET): what a static library has of the C++ library's templates stays its own.
function(gridmark_close_archive target)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/emulation/runtime/close_archive.sh $<TARGET_FILE:${target}>
            ${CMAKE_LINKER} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${CMAKE_AR})
endfunction()

# gridmark_public_headers(WRAPPERS FOLDER HEADER...): a folder in which each of these headers of FOLDER has a wrapper that
# makes visible what it declares. Engine, libraries and kit are compiled with -fvisibility=hidden and find the wrappers
# first, so that a submission can link nothing that no public header declares (labkit/channel/close_worker.sh).
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

# gridmark_close_worker(FOLDER FLAVOUR): FOLDER/adaptor.emulated.FLAVOUR.o and what judges -> FOLDER/worker.emulated.FLAVOUR.o,
# which a submission is linked with, and the names that it offers.
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

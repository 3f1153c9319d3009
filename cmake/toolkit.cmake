# The toolkit is what compiles and links a submission: build/<preset>/toolkit/{bin,include,lib}.
# It is one folder so that the compile sandbox sees it, and nothing else of gridmark, read-only.
set(GRIDMARK_TOOLKIT_DIR ${PROJECT_BINARY_DIR}/toolkit)

# gridmark_close_archive(TARGET): what a static library has of the C++ library's templates stays its own.
function(gridmark_close_archive target)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/emulation/runtime/close_archive.sh $<TARGET_FILE:${target}>
            ${CMAKE_LINKER} ${CMAKE_NM} ${CMAKE_OBJCOPY} ${CMAKE_AR})
endfunction()

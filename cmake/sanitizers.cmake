# GRIDMARK_SANITIZE covers the grader and the checkers. The toolkit, which a student's program links, stays as shipped.
add_library(gridmark_sanitizers INTERFACE)
if(GRIDMARK_SANITIZE)
  list(JOIN GRIDMARK_SANITIZE "," gridmark_sanitize)
  target_compile_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize})
endif()

# GRIDMARK_SANITIZE_EMULATION covers the toolkit's fast flavour, and the tests that are programs for the emulated
# device. Then only those with the label emulated_device count. Device threads change stacks, which is no problem for
# ThreadSanitizer as long as it does not record call stacks.
add_library(gridmark_emulation_sanitizers INTERFACE)
if(GRIDMARK_SANITIZE_EMULATION)
  list(JOIN GRIDMARK_SANITIZE_EMULATION "," gridmark_sanitize)
  set(gridmark_emulation_options -fsanitize=${gridmark_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(GRIDMARK_SANITIZE_EMULATION STREQUAL thread)
    list(APPEND gridmark_emulation_options --param=tsan-instrument-func-entry-exit=0 -Wno-tsan)
  else()
    # Programs pass values to the API that are not enumerators, and must get an error.
    list(APPEND gridmark_emulation_options -fno-sanitize=enum)
  endif()
  target_compile_options(gridmark_emulation_sanitizers INTERFACE ${gridmark_emulation_options})
  if(GRIDMARK_SANITIZE_EMULATION MATCHES undefined)
    # Kernels of the tests have faults on purpose, and the emulated device must report them.
    list(APPEND gridmark_emulation_options -fno-sanitize=null,alignment,bounds,object-size,integer-divide-by-zero,shift)
  endif()
  list(JOIN gridmark_emulation_options " " gridmark_emulation_options)
  set(GRIDMARK_EMULATION_COMPILER --host-compiler "${CMAKE_CXX_COMPILER} ${gridmark_emulation_options}")
endif()

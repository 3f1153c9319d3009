# GRIDMARK_SANITIZE covers the grader and the checkers; the toolkit (what a student's program links) stays as shipped.
add_library(gridmark_sanitizers INTERFACE)
if(GRIDMARK_SANITIZE)
  list(JOIN GRIDMARK_SANITIZE "," gridmark_sanitize)
  target_compile_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize})
endif()

# GRIDMARK_SANITIZE_EMULATION covers the toolkit's fast flavour, and the tests that are programs for the emulated
# device: those with the label emulated_device are then the only ones that count. Device threads change stacks, which
# ThreadSanitizer need not know as long as it keeps no stack of calls.
add_library(gridmark_emulation_sanitizers INTERFACE)
if(GRIDMARK_SANITIZE_EMULATION)
  list(JOIN GRIDMARK_SANITIZE_EMULATION "," gridmark_sanitize)
  set(gridmark_emulation_options -fsanitize=${gridmark_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(GRIDMARK_SANITIZE_EMULATION STREQUAL thread)
    list(APPEND gridmark_emulation_options --param=tsan-instrument-func-entry-exit=0 -Wno-tsan)
  else()
    # Programs pass the API what is no enumerator, and are to get an error.
    list(APPEND gridmark_emulation_options -fno-sanitize=enum)
  endif()
  target_compile_options(gridmark_emulation_sanitizers INTERFACE ${gridmark_emulation_options})
  if(GRIDMARK_SANITIZE_EMULATION MATCHES undefined)
    # Kernels of the tests go wrong on purpose, and the emulated device is to say so.
    list(APPEND gridmark_emulation_options -fno-sanitize=null,alignment,bounds,object-size,integer-divide-by-zero,shift)
  endif()
  list(JOIN gridmark_emulation_options " " gridmark_emulation_options)
  set(GRIDMARK_EMULATION_COMPILER --host-compiler "${CMAKE_CXX_COMPILER} ${gridmark_emulation_options}")
endif()

# Warnings are for gridmark's own code. For a student's code they are never errors.
add_library(gridmark_warnings INTERFACE)
target_compile_options(gridmark_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Wunused -Woverloaded-virtual
  -Wno-restrict  # GCC 12 has false warnings about string concatenation at -O3
  $<$<BOOL:${GRIDMARK_WERROR}>:-Werror>)

# Sanitizers cover the grader and the checkers. The toolkit (what a student's program links) stays as shipped.
add_library(gridmark_sanitizers INTERFACE)
if(GRIDMARK_SANITIZE)
  list(JOIN GRIDMARK_SANITIZE "," gridmark_sanitize)
  target_compile_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(gridmark_sanitizers INTERFACE -fsanitize=${gridmark_sanitize})
endif()

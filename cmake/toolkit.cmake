# The toolkit is what compiles and links a submission: build/<preset>/toolkit/{bin,include,lib}.
# It is one folder so that the compile sandbox sees it, and nothing else of gridmark, read-only.
set(GRIDMARK_TOOLKIT_DIR ${PROJECT_BINARY_DIR}/toolkit)

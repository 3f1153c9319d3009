#pragma once
// Coordinates of the running device thread. Real variables, so that a debugger prints them.
#include "gridmark/vector_types.h"

#ifdef GRIDMARK_SYNTAX_PASS
#define GRIDMARK_THREAD_LOCAL extern __device__
#else
#define GRIDMARK_THREAD_LOCAL extern __thread __attribute__((tls_model("initial-exec")))
#endif
GRIDMARK_THREAD_LOCAL uint3 threadIdx;
GRIDMARK_THREAD_LOCAL uint3 blockIdx;
GRIDMARK_THREAD_LOCAL dim3 blockDim;
GRIDMARK_THREAD_LOCAL dim3 gridDim;
constexpr int warpSize = 32;

#pragma once
// Where the running device thread stands. Real variables, so that a debugger prints them.
#include "gridmark/vector_types.h"

#define GRIDMARK_THREAD_LOCAL extern __thread __attribute__((tls_model("initial-exec")))
GRIDMARK_THREAD_LOCAL uint3 threadIdx;
GRIDMARK_THREAD_LOCAL uint3 blockIdx;
GRIDMARK_THREAD_LOCAL dim3 blockDim;
GRIDMARK_THREAD_LOCAL dim3 gridDim;
constexpr int warpSize = 32;

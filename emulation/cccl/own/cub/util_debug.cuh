#pragma once
// Messages that name a failed call.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  cudaGetLastError();
  if (error != cudaSuccess)
    std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line, cudaGetErrorString(error));
  return error;
}

}  // namespace cub

#define CubDebug(call) cub::Debug((cudaError_t)(call), __FILE__, __LINE__)
#define CubDebugExit(call)                                                  \
  do {                                                                      \
    if (cub::Debug((cudaError_t)(call), __FILE__, __LINE__)) std::exit(1);  \
  } while (0)
#define _CubLog(format, ...) std::printf(format, __VA_ARGS__)

// Feature: the driver API: arguments of a launch packed in a buffer (CU_LAUNCH_PARAM_BUFFER_POINTER)
// Link: -lcuda
#include <cuda.h>

#include <cstddef>

#include "../check.h"

struct Pair {
  float first;
  double second;
};

/// A buffer with the layout of the kernel's parameters.
struct Arguments {
  double* out;
  char letter;
  short number;
  float3 point;
  Pair pair;
  char last;
};

__global__ void collect(double* out, char letter, short number, float3 point, Pair pair, char last) {
  const double all[] = {double(letter), double(number), point.x, point.z, pair.first, pair.second, double(last)};
  out[threadIdx.x] = all[threadIdx.x];
}

int main() {
  CHECK(cuInit(0) == CUDA_SUCCESS);
  coverage::Buffer<double> out(7);
  cudaFunction_t function;
  CUDA(cudaGetFuncBySymbol(&function, (const void*)collect));
  Arguments arguments{out, 'x', -300, make_float3(1.5f, 0, 2.5f), {3.5f, 4.25}, 'z'};
  size_t bytes = sizeof arguments;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel((CUfunction)function, 1, 1, 1, 7, 1, 1, 0, 0, NULL, extra) == CUDA_SUCCESS);
  arguments.letter = 'y';  // the launch copied them
  const std::vector<double> seen = out.get();
  const double wanted[] = {'x', -300, 1.5, 2.5, 3.5, 4.25, 'z'};
  for (int i = 0; i < 7; ++i) CHECK(seen[i] == wanted[i]);
  void* both[] = {&arguments};
  CHECK(cuLaunchKernel((CUfunction)function, 1, 1, 1, 7, 1, 1, 0, 0, both, extra) == CUDA_ERROR_INVALID_VALUE);
  return coverage::result();
}

// Feature: C files next to CUDA C++: they call the runtime, the driver API, cuBLAS and cuRAND, and functions of .cu files
// Link: separate/in_c.c -lcublas -lcurand -lcuda
#include <cublas_v2.h>
#include <cuda.h>
#include <curand.h>

#include <vector>

#include "../check.h"
#include "separate/in_c.h"

__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

extern "C" void launch_doubling(float* device, int n, dim3 block, cudaStream_t stream) {
  twice<<<(n + block.x - 1) / block.x, block, 0, stream>>>(device, n);
}

int main() {
  // Types that both languages use have the same layout.
  CHECK(size_in_c(of_dim3) == sizeof(dim3));
  CHECK(size_in_c(of_float3) == sizeof(float3));
  CHECK(size_in_c(of_double4) == sizeof(double4));
  CHECK(size_in_c(of_properties) == sizeof(cudaDeviceProp));
  CHECK(size_in_c(of_copy_parameters) == sizeof(cudaMemcpy3DParms));
  CHECK(size_in_c(of_launch_config) == sizeof(cudaLaunchConfig_t));
  CHECK(size_in_c(of_node_parameters) == sizeof(cudaGraphNodeParams));

  std::vector<float> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = i;
  CHECK(doubled_in_c(values.data(), 1000));
  bool doubled = true;
  for (int i = 0; i < 1000; ++i) doubled = doubled && values[i] == 2 * i;
  CHECK(doubled);
  CHECK(allocations_in_c());
  CHECK(dot_in_c() == 14 - 1 + 5);

  // The same seed gives the same numbers here.
  CHECK(uniform_in_c(values.data(), 1000));
  coverage::Buffer<float> again(1000);
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
  curandSetPseudoRandomGeneratorSeed(generator, 99);
  curandGenerateUniform(generator, again, 1000);
  CHECK(again.get() == values);
  CHECK(values[0] > 0 && values[0] <= 1 && values[0] != values[1]);
  curandDestroyGenerator(generator);

  int devices = 0;
  CUDA(cudaGetDeviceCount(&devices));
  CHECK(devices_in_c() == devices);
  return coverage::result();
}

// Feature: cudaLaunchKernel, cudaLaunchKernelExC and cudaLaunchKernelEx, with typed and untyped kernels
#include "../check.h"

struct Pair {
  int first;
  double second;
};

__global__ void fill(int* out, int count, Pair pair, const char letter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = pair.first * i + static_cast<int>(pair.second * 2) + letter;
}

template <class T, int factor>
__global__ void scale(T* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

__global__ void nothing() {}

__global__ void shared_bytes(int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) *out = words[blockDim.x - 1];
}

// Pointers that are stored without their type.
void* const table[] = {(void*)fill, (void*)scale<int, 3>, (void*)nothing};

void check_fill(const std::vector<int>& seen, int first, int rest) {
  for (size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == first * static_cast<int>(i) + rest);
}

void launch_untyped(int* device, int count) {
  Pair pair{5, 1.5};
  char letter = 'a';
  void* arguments[] = {&device, &count, &pair, &letter};
  CUDA(cudaLaunchKernel((void*)fill, dim3(4), dim3(32), arguments, 0, 0));
  pair.first = 0;  // the arguments were copied
  letter = 0;
}

void launch_with_configuration(int* device, int count) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32, 1, 1);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  CUDA(cudaLaunchKernelEx(&config, fill, device, count, Pair{7, 0.5}, 'b'));
  CUDA(cudaLaunchKernelEx(&config, scale<int, 2>, device, count));
  int n = count;
  void* arguments[] = {&device, &n};
  CUDA(cudaLaunchKernelExC(&config, (const void*)scale<int, 5>, arguments));
}

int main() {
  const int count = 100;
  coverage::Buffer<int> values(count);
  int* device = values;
  launch_untyped(device, count);
  check_fill(values.get(), 5, 3 + 'a');

  int n = count;
  void* arguments[] = {&device, &n};
  CUDA(cudaLaunchKernel(table[1], 4, 32, arguments, 0, 0));
  check_fill(values.get(), 15, 3 * (3 + 'a'));
  CUDA(cudaLaunchKernel(scale<int, 2>, dim3(4), dim3(32), arguments, 0, 0));
  check_fill(values.get(), 30, 6 * (3 + 'a'));
  CUDA(cudaLaunchKernel(table[2], dim3(1), dim3(1), nullptr, 0, 0));
  CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(&nothing), dim3(1), dim3(1), nullptr, 0, 0));

  launch_with_configuration(device, count);
  check_fill(values.get(), 70, 10 * (1 + 'b'));

  void* just_out[] = {&device};
  CUDA(cudaLaunchKernel((const void*)shared_bytes, dim3(1), dim3(64), just_out, 64 * sizeof(int), 0));
  CHECK(values.get()[0] == 64);

  CHECK(cudaLaunchKernel((void*)nothing, dim3(1), dim3(2000), nullptr, 0, 0) ==
        cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  return coverage::result();
}

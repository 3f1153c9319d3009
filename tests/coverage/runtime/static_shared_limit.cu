// Feature: static and dynamic shared memory count together: sharedSizeBytes, launches over the limit
#include "../check.h"

__global__ void small(int* out) {
  __shared__ int one[100];
  __shared__ char two[32];
  one[threadIdx.x] = two[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *out = one[0] + two[0];
}
template <class T, int n>
__global__ void sized(T* out) {
  extern __shared__ char more[];
  __shared__ T tile[n];
  tile[threadIdx.x] = more[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *out = tile[1] + more[1];
}
namespace {
__global__ void hidden(int* out) {
  __shared__ double values[64];
  values[threadIdx.x] = 1;
  __syncthreads();
  *out = values[1];
}
}  // namespace
__global__ void none(int* out) { *out = 1; }

template <class Kernel>
size_t bytes_of(Kernel kernel) {
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.sharedSizeBytes;
}

int main() {
  CHECK(bytes_of(small) == 432);
  CHECK((bytes_of(sized<float, 512>) == 2048));
  CHECK((bytes_of(sized<double, 512>) == 4096));
  CHECK(bytes_of(hidden) == 512);
  CHECK(bytes_of(none) == 0);

  coverage::Buffer<float> out(1, 0);
  const auto kernel = sized<float, 512>;
  kernel<<<1, 32, 46 * 1024>>>(out);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(out.get()[0] == 2);
  kernel<<<1, 32, 46 * 1024 + 16>>>(out);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);

  int most = 0;
  CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most) ==
        cudaErrorInvalidValue);
  cudaGetLastError();
  CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most - 2048));
  kernel<<<1, 32, most - 2048>>>(out);
  CHECK(cudaGetLastError() == cudaSuccess);
  return coverage::result();
}

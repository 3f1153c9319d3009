// Feature: hints for managed memory: advice, prefetching, and the attributes of a range
#include "../check.h"

__managed__ int counter;
__global__ void count(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += 1, atomicAdd(&counter, 1);
}

int main() {
  const int n = 1000;
  int* values = nullptr;
  CUDA(cudaMallocManaged(&values, n * sizeof(int)));
  for (int i = 0; i < n; ++i) CHECK(values[i] == 0);  // programs rely on it
  for (int i = 0; i < n; ++i) values[i] = i;
  counter = 5;
  const size_t bytes = n * sizeof(int);
#if CUDART_VERSION >= 13000
  cudaMemLocation device = {}, host = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  CUDA(cudaMemAdvise(values, bytes, cudaMemAdviseSetReadMostly, device));
  CUDA(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, device));
  CUDA(cudaMemPrefetchAsync(values, bytes, device, 0, 0));
#else
  const int device = 0, host = cudaCpuDeviceId;
  CUDA(cudaMemAdvise(values, bytes, cudaMemAdviseSetReadMostly, device));
  CUDA(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, device));
  CUDA(cudaMemPrefetchAsync(values, bytes, device, 0));
  CHECK(cudaMemPrefetchAsync(values, bytes, 99, 0) == cudaErrorInvalidDevice);
#endif
  count<<<8, 128>>>(values, n);
  CUDA(cudaDeviceSynchronize());
  CHECK(counter == 5 + n && values[n - 1] == n);
  int told = -1;
  CUDA(cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributeReadMostly, values, bytes));
  CHECK(told == 1);
  CUDA(cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributePreferredLocation, values, bytes));
  CHECK(told == 0);
  CUDA(
      cudaMemRangeGetAttribute(&told, sizeof told, cudaMemRangeAttributeLastPrefetchLocation, values, bytes));
  CHECK(told == 0);
  int plain = 0;
  CHECK(cudaMemAdvise(&plain, sizeof plain, cudaMemAdviseSetReadMostly, host) == cudaErrorInvalidValue);
  cudaGetLastError();
  CUDA(cudaFree(values));
  return coverage::result();
}

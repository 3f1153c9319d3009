// Every function reports success and leaves C as it was.
#include "matmul.h"

cudaError_t matmul_naive(const float*, const float*, float*, int, int, int, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t matmul_coalesced(const float*, const float*, float*, int, int, int, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t matmul_tiled(const float*, const float*, float*, int, int, int, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t matmul_regtile(const float*, const float*, float*, int, int, int, cudaStream_t) {
  return cudaSuccess;
}

#include "benchmark.h"

BenchResult benchmark_matmul(Kernel, int, int) { return {}; }

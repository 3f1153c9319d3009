// Feature: modelled time of library calls grows with their operations: cublasSgemm with 2mnk
// Link: -lcublas
#include <cublas_v2.h>

#include "../check.h"

static double milliseconds_of(cublasHandle_t handle, int m, int n, int k) {
  coverage::Buffer<float> a(size_t(m) * k), b(size_t(k) * n), c(size_t(m) * n);
  cudaEvent_t before, after;
  CUDA(cudaEventCreate(&before));
  CUDA(cudaEventCreate(&after));
  CUDA(cudaDeviceSynchronize());
  const float one = 1, zero = 0;
  CUDA(cudaEventRecord(before));
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, k, &zero, c, m) ==
        CUBLAS_STATUS_SUCCESS);
  CUDA(cudaEventRecord(after));
  CUDA(cudaDeviceSynchronize());
  float milliseconds = 0;
  CUDA(cudaEventElapsedTime(&milliseconds, before, after));
  std::printf("%d x %d x %d: %.4f ms\n", m, n, k, milliseconds);
  return milliseconds;
}

int main() {
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  const double tiny = milliseconds_of(handle, 32, 32, 32);
  const double middle = milliseconds_of(handle, 512, 512, 512);
  const double large = milliseconds_of(handle, 1024, 1024, 1024);
  CHECK(tiny > 0.0025 && tiny < 0.006);              // mostly its start
  CHECK(middle > 2 * 0.512 * 0.512 * 0.512 / 19.5);  // at most the peak of 19.5 TFLOPS
  CHECK(large > 2 * 1.024 * 1.024 * 1.024 / 19.5);
  CHECK(large > 3 * middle && middle > 3 * tiny);
  // Twice the depth takes twice the time over the start of 2.5 us. The events add 1 us of the host's time.
  const double start = 0.0035, deep = milliseconds_of(handle, 1024, 1024, 2048);
  CHECK(deep - start > 1.9 * (large - start) && deep - start < 2.1 * (large - start));
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  return coverage::result();
}

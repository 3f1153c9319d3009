// products [SIZE...]: prints the four products of lab 1's solution and cuBLAS, in TFLOP/s, as one line of
// JSON each. FP32 on both sides: TF32 is off. Needs a GPU: tests/gpu/run.sh runs it.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "emulation/meters.h"
#include "labkit/cuda/section.h"
#include "labs/lab1-gpu-basics/include/matmul.h"

namespace {

using Product = cudaError_t (*)(const float*, const float*, float*, int, int, int, cudaStream_t);

cublasHandle_t handle = nullptr;

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "products: %s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
  std::exit(2);
}

cudaError_t cublas(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t) {
  const float one = 1, zero = 0;
  const auto status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
  return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

struct Timing {
  double seconds = 0;  ///< median
  double mhz = 0;      ///< of the multiprocessors, median
};

/// Each sample begins with a cold cache, like a graded one.
Timing time_of(Product product, const float* a, const float* b, float* c, int n) {
  constexpr int warm_up = 2, samples = 11;
  std::vector<double> seconds, clocks;
  for (int i = 0; i < warm_up + samples; ++i) {
    gridmark::emulation::reset_meters();
    require(product(a, b, c, n, n, n, nullptr) == cudaSuccess, "a product failed");
    gridmark::emulation::read_meters();
    const auto sample = gridmark::cuda::take_sample();
    if (i < warm_up) continue;
    seconds.push_back(static_cast<double>(sample.event_nanoseconds) * 1e-9);
    clocks.push_back(static_cast<double>(sample.sm_mhz));
  }
  std::sort(seconds.begin(), seconds.end());
  std::sort(clocks.begin(), clocks.end());
  return {seconds[samples / 2], clocks[samples / 2]};
}

void measure(int n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * n * sizeof(float);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  for (float** array : {&a, &b, &c}) require(cudaMalloc(array, bytes) == cudaSuccess, "no memory");
  // Not zeros, because products of zeros can be faster.
  std::vector<float> numbers(static_cast<std::size_t>(n) * n);
  std::mt19937 generator(1);
  for (float& number : numbers) number = std::uniform_real_distribution<float>(-1, 1)(generator);
  for (float* array : {a, b})
    require(cudaMemcpy(array, numbers.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy");
  struct Named {
    const char* name;
    Product product;
  };
  const Named all[] = {{"cublas", cublas},
                       {"matmul_naive", matmul_naive},
                       {"matmul_coalesced", matmul_coalesced},
                       {"matmul_tiled", matmul_tiled},
                       {"matmul_regtile", matmul_regtile}};
  double best = 0;
  for (const Named& one : all) {
    const Timing timing = time_of(one.product, a, b, c, n);
    const double tflops = 2.0 * n * n * n / timing.seconds * 1e-12;
    if (best == 0) best = tflops;
    std::printf("{\"n\":%d,\"product\":\"%s\",\"ms\":%.6g,\"tflops\":%.4g,\"share_of_cublas\":%.4g,\"sm_mhz\":%.0f}\n", n,
                one.name, 1e3 * timing.seconds, tflops, tflops / best, timing.mhz);
  }
  for (float* array : {a, b, c}) cudaFree(array);
}

}  // namespace

int main(int argc, char** argv) {
  setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
  require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cuBLAS");
  std::vector<int> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::max(std::atoi(argv[i]), 1));
  if (sizes.empty()) sizes = {256, 1024, 2048, 4096};
  for (const int n : sizes) measure(n);
  cublasDestroy(handle);
  return 0;
}

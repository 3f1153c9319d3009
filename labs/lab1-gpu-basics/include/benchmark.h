#pragma once
// The contract of benchmark_matmul(), the second part of your benchmark.cu: how fast is a product?
#include <cuda_runtime.h>

/// One of the products of matmul.h, or another kernel with the same contract.
using Kernel = cudaError_t (*)(const float* a, const float* b, float* c, int m, int n, int k,
                               cudaStream_t stream);

struct BenchResult {
  double ms = 0;      ///< mean time of one iteration, in milliseconds
  double tflops = 0;  ///< 2n^3 operations in that time, in 10^12 operations per second
  double cv = 0;      ///< coefficient of variation: standard deviation of the iterations' times over ms
};

/// Times `kernel` for square matrices of n x n elements. Allocates its own matrices.
///
/// protocol    warm up (at least one call), synchronise, make `iterations` timed calls, synchronise,
///             read the clock
/// clock       you can use CUDA events or std::chrono
/// iterations  the number of timed calls, which are the last calls
/// errors      if n or iterations is below 1, or a call fails, all three values are 0
/// memory      free all buffers and destroy all events before you return
BenchResult benchmark_matmul(Kernel kernel, int n, int iterations);

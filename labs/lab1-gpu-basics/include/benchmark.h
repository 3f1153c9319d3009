#pragma once
// How fast is a product? What the second part of your benchmark.cu implements.
#include <cuda_runtime.h>

/// One of the products of matmul.h, or a kernel of somebody else with the same contract.
using Kernel = cudaError_t (*)(const float* a, const float* b, float* c, int m, int n, int k,
                               cudaStream_t stream);

struct BenchResult {
  double ms = 0;      ///< mean time of one iteration, in milliseconds
  double tflops = 0;  ///< 2n^3 operations in that time, in 10^12 operations a second
  double cv = 0;  ///< coefficient of variation: standard deviation of the iterations' times over their mean
};

/// Times `kernel` for square matrices of n x n elements, on buffers of its own.
///
/// protocol    warm up (at least one call), synchronise, `iterations` timed calls, synchronise, read the clock
/// clock       CUDA events or std::chrono, as you like
/// iterations  exactly that many calls are timed, and they are the last ones
/// errors      n or iterations < 1, or a call that fails: all three values are 0
/// memory      buffers are freed again, events are destroyed
BenchResult benchmark_matmul(Kernel kernel, int n, int iterations);

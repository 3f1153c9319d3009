#pragma once
// Code that every contestant of the speed table shares: sizes, inputs, checks, and the clock.
//
// A contestant is a program: `NAME KERNEL` prints the CPU nanoseconds per element of the fastest of several
// runs. It checks the result of a first run, which is not timed.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace contest {

constexpr int vector_elements = 1 << 22;  // 16 MiB an array: more than the caches
constexpr int matrix = 512;               // SGEMM: 512 x 512 x 512
constexpr int transposed = 2048;
constexpr int reduction_block = 256;
constexpr int attention_rows = 512, attention_width = 64;

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Small numbers that differ, so that the error of sums stays small.
inline std::vector<float> input(std::size_t count, unsigned seed) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>((i * 7 + seed * 13) % 17) / 16.0F - 0.5F;
  return values;
}

inline void must_be_close(double got, double expected, const char* kernel) {
  if (std::fabs(got - expected) <= 1e-3 * (1 + std::fabs(expected))) return;
  std::fprintf(stderr, "%s: wrong result: %g, expected %g\n", kernel, got, expected);
  std::exit(1);
}

/// Prints the CPU nanoseconds per element of the fastest of `rounds` calls.
inline void report(double elements, const std::function<void()>& run, int rounds = 5) {
  double best = 1e30;
  for (int i = 0; i < rounds; ++i) {
    const double start = cpu_seconds();
    run();
    best = std::min(best, cpu_seconds() - start);
  }
  std::printf("%.5f\n", best * 1e9 / elements);
}

/// The correct answers, computed in double precision.
struct Expected {
  static double gemm_element(const std::vector<float>& a, const std::vector<float>& b, int row, int column) {
    double sum = 0;
    for (int k = 0; k < matrix; ++k)
      sum += double{a[static_cast<std::size_t>(row * matrix + k)]} *
             b[static_cast<std::size_t>(k * matrix + column)];
    return sum;
  }
  static double sum(const std::vector<float>& values) {
    double total = 0;
    for (float value : values) total += value;
    return total;
  }
  /// softmax(q k^T / 8) v for one row, first column.
  static double attention(const std::vector<float>& q, const std::vector<float>& k,
                          const std::vector<float>& v, int row) {
    double weights = 0, total = 0;
    for (int j = 0; j < attention_rows; ++j) {
      double score = 0;
      for (int d = 0; d < attention_width; ++d)
        score += double{q[static_cast<std::size_t>(row * attention_width + d)]} *
                 k[static_cast<std::size_t>(j * attention_width + d)];
      const double weight = std::exp(score / 8);
      weights += weight;
      total += weight * v[static_cast<std::size_t>(j * attention_width)];
    }
    return total / weights;
  }
};

}  // namespace contest

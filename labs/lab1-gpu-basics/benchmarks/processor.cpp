// Times of the product on this machine's processor.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "labkit/inputs/inputs.h"
#include "labs/lab1-gpu-basics/benchmarks/sweep.h"

namespace gridmark::lab1 {
namespace {

/// C += A * B on the processor, n x n, row-major.
using HostProduct = void (*)(const float* a, const float* b, float* c, int n);

/// Loops in a cache-friendly order, on one thread.
void loops(const float* a, const float* b, float* c, int n) {
  for (int row = 0; row < n; ++row)
    for (int i = 0; i < n; ++i)
      for (int col = 0; col < n; ++col) c[row * n + col] += a[row * n + i] * b[i * n + col];
}

/// cblas_sgemm, or null if OpenBLAS is not installed.
auto find_sgemm() {
  using Sgemm = void (*)(int order, int transposed_a, int transposed_b, int m, int n, int k, float alpha,
                         const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return library ? reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm")) : nullptr;
}

void openblas(const float* a, const float* b, float* c, int n) {
  static const auto sgemm = find_sgemm();
  constexpr int row_major = 101, as_it_is = 111;
  sgemm(row_major, as_it_is, as_it_is, n, n, n, 1, a, n, b, n, 1, c, n);
}

/// The shortest of the calls in a third of a second, at least one. A busy machine delays some of them.
double best_ms(const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  constexpr Milliseconds enough{300};
  Milliseconds best = Milliseconds::max();
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    call();
    best = std::min<Milliseconds>(best, Clock::now() - start);
  } while (Clock::now() - begin < enough);
  return best.count();
}

}  // namespace

bool has_openblas() { return find_sgemm() != nullptr; }

void processor(benchmark::State& state, int n) {
  const HostProduct product = has_openblas() ? openblas : loops;
  inputs::Inputs inputs;
  const auto size = static_cast<std::size_t>(n);
  const auto a = inputs.uniform(size * size, -1, 1), b = inputs.uniform(size * size, -1, 1);
  for ([[maybe_unused]] auto once : state) {
    std::vector<float> c(size * size);
    product(a.data(), b.data(), c.data(), n);  // warm up
    const double best = best_ms([&] { product(a.data(), b.data(), c.data(), n); });
    benchmark::DoNotOptimize(c.data());
    note_speed(state, n, best);
    state.counters["with_copies_ms"] = best;
  }
}

}  // namespace gridmark::lab1

// The sweep of sizes: the four products on the modelled device against this machine's processor.
//
// A name is SERIES/PROVENANCE/n. Device times are modelled: a roofline over the counts of one run, copies of
// A, B and C over the bus beside it. A grid of fewer blocks than the device has processors uses a part of the
// device. Counting takes about n^3 steps, so what is larger than 256 has the counts of 256, scaled by n^3
// (tiles are whole there, so a product of twice the size does eight times the same). The processor's times
// are measured: OpenBLAS, or plain loops where it is not installed.
#include <benchmark/benchmark.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "labkit/exam/counts.h"
#include "labkit/exam/modelled_time.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

constexpr int sizes[] = {100, 128, 500, 512, 1000, 1024, 2000, 2048, 4096};
constexpr int largest_counted = 256;
constexpr int largest_by_loops = 1024;  // a second or so; 2048 would take ten

double cubed(double n) { return n * n * n; }

/// What one product did and how long the device would take for it.
struct Counted {
  double busy_ms = 0;  ///< with every processor at work
  double blocks = 0, bytes = 0, sectors = 0;
};

/// Counts one product; nothing when the answer is wrong or there is none.
std::optional<Counted> count(Kernel kernel, int n, std::string& why) {
  exam::end_workers();
  const testing::AssertionResult right =
      random_question(kernel, {n, n, n}).answered_right(exam::WorkerFlavour::counted);
  if (!right) {
    why = right.message();
    return std::nullopt;
  }
  const exam::Meters& meters = exam::last_reply().meters;
  return Counted{exam::modelled_time(meters).nanoseconds * 1e-6, static_cast<double>(meters.blocks),
                 static_cast<double>(exam::loaded_bytes(meters)),
                 static_cast<double>(meters.loads.sectors + meters.stores.sectors)};
}

/// The counts at n, scaled from the largest counted size where n is larger.
std::optional<Counted> counted(Kernel kernel, int n, std::string& why) {
  static std::map<std::pair<Kernel, int>, std::optional<Counted>> known;
  const int asked = n < largest_counted ? n : largest_counted;
  const auto [at, fresh] = known.try_emplace({kernel, asked});
  if (fresh) at->second = count(kernel, asked, why);
  if (!at->second) return std::nullopt;
  const double scale = cubed(n) / cubed(asked);
  return Counted{at->second->busy_ms * scale, at->second->blocks * scale * asked / n,
                 at->second->bytes * scale, at->second->sectors * scale};
}

/// From the launch to the kernel's end.
double kernel_ms(const Counted& counts) {
  constexpr double launch = 2.5e-3, processors = 108;
  return launch + counts.busy_ms / std::min(1.0, counts.blocks / processors);
}

/// Two copies to the device and one back, as the emulated device models them.
double copies_ms(double n) {
  constexpr double copy_start = 8e-3, bytes_per_ms = 12e6;
  return 3 * (copy_start + n * n * sizeof(float) / bytes_per_ms);
}

void note_speed(benchmark::State& state, int n, double ms) {
  state.SetIterationTime(ms * 1e-3);
  state.counters["n"] = n;
  state.counters["tflops"] = 2 * cubed(n) / (ms * 1e-3) * 1e-12;
}

void device(benchmark::State& state, Kernel kernel, int n) {
  std::string why = "the product of a smaller size failed";
  for ([[maybe_unused]] auto once : state) {
    const auto counts = counted(kernel, n, why);
    if (!counts) {
      state.SkipWithError(why.c_str());
      break;
    }
    note_speed(state, n, kernel_ms(*counts));
    state.counters["with_copies_ms"] = kernel_ms(*counts) + copies_ms(n);
    state.counters["bytes_loaded"] = counts->bytes;
    state.counters["sectors"] = counts->sectors;
  }
}

/// C += A * B on the processor, n x n, row-major.
using HostProduct = void (*)(const float* a, const float* b, float* c, int n);

/// In the order that a cache likes, on one thread.
void loops(const float* a, const float* b, float* c, int n) {
  for (int row = 0; row < n; ++row)
    for (int i = 0; i < n; ++i)
      for (int col = 0; col < n; ++col) c[row * n + col] += a[row * n + i] * b[i * n + col];
}

/// cblas_sgemm, or null where OpenBLAS is not installed.
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

void processor(benchmark::State& state, HostProduct product, int n) {
  inputs::Inputs inputs;
  const auto size = static_cast<std::size_t>(n);
  const auto a = inputs.uniform(size * size, -1, 1), b = inputs.uniform(size * size, -1, 1);
  for ([[maybe_unused]] auto once : state) {
    std::vector<float> c(size * size);
    product(a.data(), b.data(), c.data(), n);  // warm up
    const auto start = std::chrono::steady_clock::now();
    product(a.data(), b.data(), c.data(), n);
    benchmark::DoNotOptimize(c.data());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    note_speed(state, n, took.count());
    state.counters["with_copies_ms"] = took.count();
  }
}

/// On the emulated device cuBLAS is OpenBLAS: what it does there says nothing about a device.
void cublas(benchmark::State& state) {
  state.SkipWithError(
      "not counted: on the emulated device its products are this machine's OpenBLAS");
  for ([[maybe_unused]] auto once : state) continue;
}

bool register_all() {
  const auto with_time = [](benchmark::internal::Benchmark* made) {
    made->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
  };
  const bool fast = find_sgemm() != nullptr;
  for (const int n : sizes)
    if (fast || n <= largest_by_loops)
      with_time(benchmark::RegisterBenchmark(
          fmt::format("{}/measured/{}", fast ? "openblas" : "loops", n).c_str(),
          [fast, n](benchmark::State& state) { processor(state, fast ? openblas : loops, n); }));
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile})
    for (const int n : sizes)
      with_time(
          benchmark::RegisterBenchmark(fmt::format("{}/modelled/{}", name_of(kernel), n).c_str(),
                                       [kernel, n](benchmark::State& state) { device(state, kernel, n); }));
  with_time(benchmark::RegisterBenchmark("cublas/measured/0", cublas));
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace gridmark::lab1

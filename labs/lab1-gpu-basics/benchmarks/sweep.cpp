// The sweep of sizes: the four products on the device against this machine's processor.
//
// A name is SERIES/PROVENANCE/n. On a GPU the products are timed together with cuBLAS. On the emulated device
// their times are modelled. The processor's times are always measured.
#include "labs/lab1-gpu-basics/benchmarks/sweep.h"

#include <fmt/format.h>

#include <functional>
#include <string_view>

#include "labkit/channel/benchmarks.h"
#include "labkit/channel/options.h"
#include "labs/lab1-gpu-basics/tests/modelled_product.h"

namespace gridmark::lab1 {
namespace {

constexpr int largest_by_loops = 1024;  // about a second, while 2048 would take ten

using Series = std::function<void(benchmark::State&, int n)>;

void add(std::string_view series, std::string_view provenance, int n, const Series& body) {
  const auto run = [body, n](benchmark::State& state) { body(state, n); };
  benchmark::RegisterBenchmark(fmt::format("{}/{}/{}", series, provenance, n).c_str(), run)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

/// On the emulated device cuBLAS is OpenBLAS, so its time there does not describe a device.
void untimed_cublas(benchmark::State& state, int) {
  state.SkipWithError("not counted: on the emulated device its products are this machine's OpenBLAS");
  for ([[maybe_unused]] auto once : state) continue;
}

}  // namespace

void note_speed(benchmark::State& state, int n, double ms) {
  state.SetIterationTime(ms * 1e-3);
  state.counters["n"] = n;
  state.counters["tflops"] = 2.0 * n * n * n / (ms * 1e-3) * 1e-12;
}

}  // namespace gridmark::lab1

void gridmark::channel::register_benchmarks() {
  using namespace gridmark::lab1;
  const bool on_gpu = options().on_real_device();
  for (const int n : sweep_sizes)
    if (has_openblas() || n <= largest_by_loops)
      add(has_openblas() ? "openblas" : "loops", "measured", n, processor);
  for (const Kernel kernel : {Kernel::naive, Kernel::coalesced, Kernel::tiled, Kernel::regtile})
    for (const int n : sweep_sizes)
      add(name_of(kernel), on_gpu ? "measured" : "modelled", n,
          [=](benchmark::State& state, int size) { (on_gpu ? timed : modelled)(state, kernel, size); });
  if (!on_gpu) return add("cublas", "measured", 0, untimed_cublas);
  for (const int n : sweep_sizes) add("cublas", "measured", n, timed_cublas);
}

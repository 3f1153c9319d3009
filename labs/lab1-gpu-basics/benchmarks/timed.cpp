// Times on a GPU: CUDA events around the product, minus the time of a call without it. Every timed output is
// compared with cuBLAS's.
#include <map>

#include "labkit/channel/side_times.h"
#include "labs/lab1-gpu-basics/benchmarks/sweep.h"
#include "labs/lab1-gpu-basics/tests/like_cublas.h"

namespace gridmark::lab1 {
namespace {

void note(benchmark::State& state, int n, const channel::CallSeconds& seconds) {
  note_speed(state, n, seconds.function * 1e3);
  state.counters["with_copies_ms"] = seconds.whole * 1e3;
}

std::map<int, channel::CallSeconds>& seconds_of_cublas() {
  static std::map<int, channel::CallSeconds> by_size;
  return by_size;
}

}  // namespace

void timed(benchmark::State& state, Kernel kernel, int n) {
  for ([[maybe_unused]] auto once : state) {
    const channel::SideTimes times = channel::time_sides(
        channel::calls_of<Matmul>([&] { return random_call(kernel, {n, n, n}).op; }, like_cublas),
        channel::make_reference_transport, [] { return channel::make_transport(Flavour::fast); });
    if (!times.problem.empty()) {
      state.SkipWithError(times.problem.c_str());
      break;
    }
    seconds_of_cublas()[n] = times.reference;
    note(state, n, times.student);
  }
}

void timed_cublas(benchmark::State& state, int n) {
  for ([[maybe_unused]] auto once : state) {
    const auto seen = seconds_of_cublas().find(n);
    if (seen == seconds_of_cublas().end()) {
      state.SkipWithError("its times come with those of the kernels, and no kernel has one");
      break;
    }
    note(state, n, seen->second);
  }
}

}  // namespace gridmark::lab1

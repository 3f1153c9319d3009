#include "labs/lab1-gpu-basics/tests/modelled_product.h"

#include "labs/lab1-gpu-basics/benchmarks/sweep.h"

namespace gridmark::lab1 {

void modelled(benchmark::State& state, Kernel kernel, int n) {
  std::string why = "the product of a smaller size failed";
  for ([[maybe_unused]] auto once : state) {
    const auto counts = modelled_product(kernel, n, why);
    if (!counts) {
      state.SkipWithError(why.c_str());
      break;
    }
    note_speed(state, n, counts->kernel_ms());
    state.counters["with_copies_ms"] = counts->kernel_ms() + copies_ms(n);
    state.counters["bytes_loaded"] = counts->bytes;
    state.counters["sectors"] = counts->sectors;
  }
}

}  // namespace gridmark::lab1

#pragma once
// Runs the kernels with a defect.
#include "tests/counters/pattern_runner.h"

namespace gridmark::tests {

/// A kernel of one output array.
template <class T, class Kernel>
emulation::Meters run(Kernel kernel, int threads, int blocks = 1, int shared_bytes = 0, int count = 256) {
  Buffer<T> out(count);
  return metered([&] { kernel<<<blocks, threads, shared_bytes>>>(out.get()); });
}

/// A kernel of an input and an output array.
template <class In, class Out, class Kernel>
emulation::Meters run_in_out(Kernel kernel, int threads, int blocks = 1, bool zeroed = true) {
  Buffer<In> in(256, zeroed);
  Buffer<Out> out(256);
  return metered([&] { kernel<<<blocks, threads>>>(in.get(), out.get()); });
}

}  // namespace gridmark::tests

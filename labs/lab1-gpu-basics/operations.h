#pragma once
// Operations that the checker of lab 1 can run in a submission.
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab1 {

enum class Kernel : int { naive, coalesced, tiled, regtile };

constexpr std::string_view name_of(Kernel kernel) {
  constexpr std::string_view names[] = {"matmul_naive", "matmul_coalesced", "matmul_tiled", "matmul_regtile"};
  return names[static_cast<int>(kernel)];
}

/// One product on the device: c = a * b with the named kernel.
struct Matmul {
  static constexpr std::string_view name = "matmul";

  Kernel kernel = Kernel::naive;
  int m = 0, n = 0, k = 0;
  channel::In<float> a;   ///< [m,k]
  channel::In<float> b;   ///< [k,n]
  channel::Out<float> c;  ///< [m,n]
  channel::Out<int> kept{1};  ///< 1: a and b are unchanged
  channel::Circumstance circumstance = channel::Circumstance::usual;
  unsigned char before = channel::poison_byte;  ///< value of each byte of c before the call

  auto fields() { return std::tie(kernel, m, n, k, a, b, c, kept, circumstance, before); }
  std::string subject() const { return std::string(name_of(kernel)); }
  std::string describe() const {
    return subject() + "(m=" + std::to_string(m) + ", n=" + std::to_string(n) + ", k=" + std::to_string(k) +
           ")";
  }
};

/// The probe's notes of one call by benchmark_matmul. Host times are in milliseconds since the start of
/// benchmark_matmul. Device times are in milliseconds of its events.
struct SeenCall {
  double finished_before = 0;               ///< earlier calls whose work was done at the start of this one
  double shape_is_right = 0;                ///< 1: m = n = k = n
  double host_begin = 0, host_end = 0;      ///< start and end of the work, by the host's clock
  double device_begin = 0, device_end = 0;  ///< the same by events
};

/// Facts that are known after benchmark_matmul has returned.
struct SeenRun {
  double calls = 0, finished = 0;  ///< calls of the probe, and those whose work was done at the return
  double returned = 0;             ///< host's milliseconds
  double ms = 0, tflops = 0, cv = 0;
  /// Clock readings, including events in a stream: before the first timed call, and after the last one. 0 if
  /// the device cannot count them.
  double looks_before = 0, looks_after = 0;
};

/// benchmark_matmul with a probe instead of a product. The probe notes when it is called and which work is
/// still running.
struct Benchmark {
  static constexpr std::string_view name = "benchmark";
  static constexpr int most_calls = 256;  ///< calls with notes, later ones are only counted

  int n = 0, iterations = 0;
  int fails_at = -1;          ///< index of the call that returns an error, or -1
  channel::In<int> costs;        ///< of each call, in units of about 0.1 ms of the device's time
  channel::Out<SeenCall> calls;  ///< [most_calls]
  channel::Out<SeenRun> run;     ///< [1]

  auto fields() { return std::tie(n, iterations, fails_at, costs, calls, run); }
  std::string subject() const { return "benchmark_matmul"; }
  std::string describe() const {
    return subject() + "(kernel, n=" + std::to_string(n) + ", iterations=" + std::to_string(iterations) + ")";
  }
};

}  // namespace gridmark::lab1

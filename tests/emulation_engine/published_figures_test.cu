// The model's figures next to published figures of an A100 (docs/emulation.md, "Time", has the sources). If a
// constant of time_model.h changes, the errors here and in the table there change, too.
#include <gtest/gtest.h>

#include <cstdio>

#include "emulation/runtime/time_model.h"

namespace {

using namespace gridmark::emulation;

constexpr double gib = 1 << 30;

/// Compares the model's figure with the published one. `error` is in percent, as in the table.
void compare(const char* what, double published, double modelled, double error) {
  const double seen = 100 * (modelled / published - 1);
  std::printf("%-40s published %8.1f, modelled %8.1f: %+.0f %%\n", what, published, modelled, seen);
  EXPECT_NEAR(seen, error, 1) << what;
}

double library_flops_per_ns(LibraryLoad::Rate rate, double m, double n, double k, double bytes) {
  LibraryLoad load;
  load.rate = rate;
  load.flops = 2 * m * n * k;
  load.outputs = m * n;
  load.bytes = bytes;
  return load.flops / library_cost(load).time;
}

double bytes_per_ns(const CopyRoute& route, double bytes) {
  return bytes / copy_cost(route, static_cast<std::size_t>(bytes)).time;
}

TEST(PublishedFigures, OfALaunch) {
  compare("null kernel, us", 3, 1e-3 * (time_model.submission + kernel_cost(1, 1).time), 17);
}

TEST(PublishedFigures, OfMatrixProducts) {
  const double m = 5120, n = 4096, k = 4096;
  const double single = library_flops_per_ns(LibraryLoad::Rate::single, m, n, k, 4 * (m * k + k * n + m * n));
  compare("cublasSgemm 5120x4096x4096, TFLOPS", 18.88, single / 1000, 2);
  const double p = 3456, q = 4096, r = 8192;
  const double half = library_flops_per_ns(LibraryLoad::Rate::half, p, q, r, 2 * (p * r + r * q) + 4 * p * q);
  compare("FP16 GEMM 3456x4096x8192, TFLOPS", 235.1, half / 1000, 32);
}

TEST(PublishedFigures, OfCopies) {
  CopyRoute up;
  up.direction = CopyDirection::host_to_device;
  compare("page-locked host to device, GB/s", 24.33 * gib / 1e9, bytes_per_ns(up, gib), -54);
  up.pageable = true;
  compare("pageable host to device, GB/s", 11.79 * gib / 1e9, bytes_per_ns(up, gib), -53);
  CopyRoute inside;
  inside.direction = CopyDirection::device_to_device;
  compare("copy inside the device, read + written, GB/s", 1219.18 * gib / 1e9, 2 * bytes_per_ns(inside, gib),
          19);
  inside.other_device = true;
  compare("copy between devices, GB/s", 229.63 * gib / 1e9, bytes_per_ns(inside, 38.147 * (1 << 20)), -8);
}

TEST(PublishedFigures, OfAnAllReduce) {
  constexpr double ranks = 8, bytes = 8 * gib, sent = 2 * (ranks - 1) / ranks * bytes;
  const double time = collective_cost({sent, 2 * (ranks - 1), 0}).time;
  compare("all-reduce of 8 GiB on 8 ranks, bus, GB/s", 230, sent / time, 0);
}

}  // namespace

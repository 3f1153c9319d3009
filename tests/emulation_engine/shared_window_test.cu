// Shared memory by 32-bit addresses. The result of a conversion must not depend on addresses of the system.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "gridmark/ptx/shared_window.h"
#include "tests/emulation_engine/device_buffer.h"

namespace {

__global__ void tell_place(unsigned long long* place) {
  extern __shared__ char dynamic[];
  *place = reinterpret_cast<unsigned long long>(dynamic);
}

/// The window keeps the same number of bytes after it for dynamic shared memory. If a `__shared__` variable,
/// which is thread-local on the host, were there, its counts would differ between runs.
TEST(SharedWindow, NothingElseLiesWhereItHasDynamicSharedMemory) {
  DeviceBuffer<unsigned long long> place(1);
  tell_place<<<1, 1, 64>>>(place);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned long long first = place.get()[0], end = first + gridmark::ptx::dynamic_bytes;
  unsigned long long covered = first;
  std::ifstream maps("/proc/self/maps");
  for (std::string range, rest; maps >> range && std::getline(maps, rest);) {
    const std::size_t dash = range.find('-');
    const unsigned long long from = std::stoull(range.substr(0, dash), nullptr, 16);
    const unsigned long long to = std::stoull(range.substr(dash + 1), nullptr, 16);
    if (to <= first || from >= end) continue;
    EXPECT_LE(from, covered) << "something may come to lie at " << std::hex << covered;
    if (from > first) EXPECT_EQ(rest.substr(1, 4), "---p") << range;
    covered = std::max(covered, to);
  }
  EXPECT_GE(covered, end);
}

}  // namespace

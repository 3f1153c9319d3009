// Kernels that run a row of threads in one call.
#include <algorithm>

#include "device_buffer.h"

namespace {

using gridmark::emulation::Turn;
using gridmark::emulation::turn;

__global__ void write_index(unsigned* out, int* taken) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[threadIdx.x] = i;
  taken[threadIdx.x] = 1;
}

/// Calls a row as run_threads would, for a block that is too large a number for a launch.
void call_row(unsigned block, unsigned width, unsigned* out, int* taken) {
  void (*const kernel)(unsigned*, int*) = write_index;  // a kernel cannot be called by its name
  blockDim = dim3(width);
  blockIdx = {block, 0, 0};
  turn.rows = 1;
  turn.fibers = 0;
  for (unsigned x = 0; x < width; ++x) {
    threadIdx = {x, 0, 0};
    kernel(out, taken);
    if (turn.fibers == Turn::row_taken) break;
  }
  turn.fibers = 0;
}

TEST(Rows, EveryThreadRunsWhereAnIntCannotCountToTheEnd) {
  for (const unsigned block : {0u, 1u, 2097150u, 2097151u, 2097152u, 4194302u, 4194303u}) {
    unsigned out[1024] = {};
    int taken[1024] = {};
    call_row(block, 1024, out, taken);
    for (unsigned x = 0; x < 1024; ++x) {
      ASSERT_EQ(out[x], block * 1024 + x);
      ASSERT_EQ(taken[x], 1);
    }
  }
}

__global__ void count_up(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += 1;
}

TEST(Rows, EveryThreadRunsOnceInBlocksOfEveryWidth) {
  for (const int width : {1, 2, 3, 5, 31, 64, 100, 1024}) {
    DeviceBuffer<int> values(5000, 0);
    count_up<<<(5000 + width - 1) / width, width>>>(values, 4321);
    const std::vector<int> got = values.get();
    EXPECT_EQ(std::count(got.begin(), got.begin() + 4321, 1), 4321);
    EXPECT_EQ(std::count(got.begin() + 4321, got.end(), 0), 5000 - 4321);
  }
}

}  // namespace

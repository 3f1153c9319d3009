// Feature: cooperative groups: thread_group as the parameter that takes every group; tiles sized at run time
#include <cooperative_groups.h>

#include "../check.h"
using namespace cooperative_groups;

/// The textbook sum: works for any group, with `temp` in shared memory.
__device__ int reduce_sum(thread_group g, int* temp, int value) {
  const int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = value;
    g.sync();
    if (lane < i) value += temp[lane + i];
    g.sync();
  }
  return value;
}

__global__ void sums(int* whole, int* tiles, int* fixed, int* of_tiles, int size) {
  __shared__ int temp[128];
  thread_block block = this_thread_block();
  const int mine = block.thread_rank() + 1;
  const int total = reduce_sum(block, temp, mine);
  if (block.thread_rank() == 0) *whole = total;
  sync(block);
  thread_group tile = tiled_partition(block, size);
  const int first = block.thread_rank() / size * size;
  const int part = reduce_sum(tile, temp + first, mine);
  if (tile.thread_rank() == 0) tiles[block.thread_rank() / size] = part;
  block.sync();
  thread_group again = tiled_partition(tile, 2);
  const int pair = reduce_sum(again, temp + block.thread_rank() / 2 * 2, mine);
  if (again.thread_rank() == 0 && size > 1) of_tiles[block.thread_rank() / 2] = pair;
  block.sync();
  thread_block_tile<8> eight = tiled_partition<8>(this_thread_block());
  const int octet = reduce_sum(eight, temp + block.thread_rank() / 8 * 8, mine);
  if (eight.thread_rank() == 0) fixed[block.thread_rank() / 8] = octet;
}

int main() {
  for (int size : {1, 2, 4, 16, 32}) {
    coverage::Buffer<int> whole(1), tiles(128), fixed(16), pairs(64);
    sums<<<1, 128>>>(whole, tiles, fixed, pairs, size);
    CHECK(whole.get()[0] == 128 * 129 / 2);
    const auto t = tiles.get(), f = fixed.get(), p = pairs.get();
    for (int i = 0; i < 128 / size; ++i) CHECK(t[i] == size * (2 * i * size + size + 1) / 2);
    for (int i = 0; i < 16; ++i) CHECK(f[i] == 8 * (16 * i + 9) / 2);
    if (size >= 2)
      for (int i = 0; i < 64; ++i) CHECK(p[i] == 4 * i + 3);
  }
  return coverage::result();
}

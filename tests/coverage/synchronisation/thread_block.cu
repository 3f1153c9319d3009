// Feature: cooperative groups: thread_block with its indices, ranks and sync
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

struct Seen {
  unsigned rank, size, threads;
  dim3 group, thread, dim;
};

__global__ void look(Seen* seen, int* sums) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int values[128];
  const unsigned rank = block.thread_rank();
  values[rank] = static_cast<int>(rank) + 1;
  cg::sync(block);
  // A tree over all threads, with one barrier per step.
  for (unsigned half = block.size() / 2; half > 0; half /= 2) {
    if (rank < half) values[rank] += values[rank + half];
    block.sync();
  }
  const unsigned block_index = block.group_index().x + gridDim.x * block.group_index().y;
  if (rank == 0) sums[block_index] = values[0];
  Seen& mine = seen[block_index * block.num_threads() + cg::thread_rank(block)];
  mine = {block.thread_rank(), block.size(), block.num_threads(), block.group_index(), block.thread_index(), block.group_dim()};
  cg::thread_block::sync();
  auto token = cg::this_thread_block().barrier_arrive();
  block.barrier_wait(std::move(token));
}

int main() {
  const dim3 grid(3, 2), block(4, 8, 4);
  Seen nobody{};
  coverage::Buffer<Seen> seen(6 * 128, nobody);
  coverage::Buffer<int> sums(6);
  look<<<grid, block>>>(seen, sums);
  for (int sum : sums.get()) CHECK(sum == 128 * 129 / 2);
  const auto all = seen.get();
  for (unsigned by = 0; by < 2; ++by)
    for (unsigned bx = 0; bx < 3; ++bx)
      for (unsigned z = 0; z < 4; ++z)
        for (unsigned y = 0; y < 8; ++y)
          for (unsigned x = 0; x < 4; ++x) {
            const unsigned rank = x + 4 * (y + 8 * z);
            const Seen& s = all[(bx + 3 * by) * 128 + rank];
            CHECK(s.rank == rank && s.size == 128 && s.threads == 128);
            CHECK(s.group.x == bx && s.group.y == by && s.group.z == 0);
            CHECK(s.thread.x == x && s.thread.y == y && s.thread.z == z);
            CHECK(s.dim.x == 4 && s.dim.y == 8 && s.dim.z == 4);
          }
  return coverage::result();
}

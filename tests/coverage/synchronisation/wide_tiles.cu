// Feature: cooperative groups: tiles of 64 to 512 threads, with block_tile_memory
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "../check.h"
namespace cg = cooperative_groups;

template <int Size>
__global__ void look(int* ranks, int* moved, int* sums, int* prefixes, double* large) {
  __shared__ cg::block_tile_memory<1024> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<Size>(block);
  const int t = threadIdx.x;
  __shared__ int values[1024];
  values[t] = t;
  tile.sync();
  ranks[t] = values[t / Size * Size + (t + Size / 2) % Size] * 10 + tile.any(t == 70);
  moved[t] = tile.shfl(t, Size - 1) + 10000 * tile.meta_group_rank() + 1000000 * tile.meta_group_size() +
             100000000 * tile.all(t >= Size);
  sums[t] = cg::reduce(tile, t, cg::plus<int>());
  prefixes[t] = cg::exclusive_scan(tile, 1);
  large[t] = tile.shfl(t * 2 + 0.5, 33);
  auto warp = cg::tiled_partition<32>(tile);
  if (warp.meta_group_size() != Size / 32 || warp.meta_group_rank() != tile.thread_rank() / 32) ranks[t] = -1;
}

template <int Size>
void test() {
  const int threads = 1024;
  coverage::Buffer<int> ranks(threads), moved(threads), sums(threads), prefixes(threads);
  coverage::Buffer<double> large(threads);
  look<Size><<<1, threads>>>(ranks, moved, sums, prefixes, large);
  const auto r = ranks.get(), m = moved.get(), s = sums.get(), p = prefixes.get();
  const auto l = large.get();
  for (int t = 0; t < threads; ++t) {
    const int first = t / Size * Size;
    CHECK(r[t] == (first + (t + Size / 2) % Size) * 10 + (70 / Size == t / Size));
    CHECK(m[t] == first + Size - 1 + 10000 * (t / Size) + 1000000 * (threads / Size) + 100000000 * (t >= Size));
    CHECK(s[t] == Size * (2 * first + Size - 1) / 2);
    CHECK(p[t] == t - first);
    CHECK(l[t] == (first + 33) * 2 + 0.5);
  }
}

int main() {
  test<64>();
  test<128>();
  test<256>();
  test<512>();
  return coverage::result();
}

// Feature: cooperative groups: labeled_partition, binary_partition, tiles of coalesced groups
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

__global__ void partition(int4* labeled, int4* binary, int4* tiled, int* histogram) {
  const int t = threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto byLabel = cg::labeled_partition(warp, t % 5);
  labeled[t] = make_int4(byLabel.size(), byLabel.thread_rank(), byLabel.meta_group_rank(), byLabel.meta_group_size());
  if (byLabel.thread_rank() == 0) atomicAdd(&histogram[t % 5], byLabel.size());
  auto half = cg::binary_partition(warp, t % 32 < 12);
  binary[t] = make_int4(half.size(), half.thread_rank(), half.meta_group_rank(), half.meta_group_size());
  if (t % 3 == 0) {
    auto active = cg::coalesced_threads();
    auto part = cg::tiled_partition(active, 4);
    tiled[t] = make_int4(part.size(), part.thread_rank(), part.meta_group_rank(), part.meta_group_size());
    auto one = cg::binary_partition(active, true);
    if (one.size() != active.size() || one.meta_group_size() != 1) tiled[t].x = -1;
    part.sync();
  }
}

int main() {
  const int4 none = make_int4(-1, -1, -1, -1);
  coverage::Buffer<int4> labeled(64, none), binary(64, none), tiled(64, none);
  coverage::Buffer<int> histogram(5);
  partition<<<1, 64>>>(labeled, binary, tiled, histogram);
  const auto l = labeled.get(), b = binary.get(), d = tiled.get();
  int counts[5] = {};
  for (int t = 0; t < 64; ++t) {
    ++counts[t % 5];
    const int warp = t / 32 * 32;
    int size = 0, rank = 0, leaders_before = 0, leader = -1;
    for (int o = warp; o < warp + 32; ++o)
      if (o % 5 == t % 5) {
        if (leader < 0) leader = o;
        ++size, rank += o < t;
      }
    for (int o = warp; o < leader; ++o) {
      bool first = true;
      for (int p = warp; p < o; ++p) first &= p % 5 != o % 5;
      leaders_before += first;
    }
    CHECK(l[t].x == size && l[t].y == rank && l[t].z == leaders_before && l[t].w == 5);
    const bool yes = t % 32 < 12;
    CHECK(b[t].x == (yes ? 12 : 20) && b[t].y == (yes ? t % 32 : t % 32 - 12) && b[t].z == yes && b[t].w == 2);
    if (t % 3) continue;
    int members = 0, before = 0;
    for (int o = warp; o < warp + 32; ++o)
      if (o % 3 == 0) ++members, before += o < t;
    const int last = before / 4 * 4 + 4 <= members ? 4 : members - before / 4 * 4;
    CHECK(d[t].x == last && d[t].y == before % 4 && d[t].z == before / 4 && d[t].w == (members + 3) / 4);
  }
  for (int i = 0; i < 5; ++i) CHECK(histogram.get()[i] == counts[i]);
  return coverage::result();
}

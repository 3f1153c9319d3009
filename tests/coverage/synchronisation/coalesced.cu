// Feature: cooperative groups: coalesced_threads under divergence, in loops and after early returns
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

/// One atomic per group of active lanes, as in every "warp-aggregated" counter.
__device__ int aggregated_add(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + static_cast<int>(active.thread_rank());
}

__global__ void filter(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] % 3 == 0) out[aggregated_add(count)] = in[i];
}

__global__ void nested(int* sizes, int* ranks, int* inner, int* moved, int* matched) {
  const int t = threadIdx.x;
  if (t == 7) return;
  if (t % 2 == 0) {
    auto even = cg::coalesced_threads();
    sizes[t] = even.size();
    ranks[t] = even.thread_rank();
    moved[t] = even.shfl_down(t, 1) * 1000 + even.shfl_up(t, 2);
    if (t % 4 == 0) {
      cg::coalesced_group quarter = cg::coalesced_threads();
      inner[t] = quarter.size() * 100 + quarter.thread_rank();
      quarter.sync();
    }
    even.sync();
  } else {
    auto odd = cg::coalesced_threads();
    sizes[t] = odd.size();
    ranks[t] = odd.thread_rank();
    moved[t] = odd.ballot(t > 20) + 100000 * odd.any(t == 31) + 200000 * odd.all(t > 0);
    int all = -1;
    matched[t] = odd.match_any(t % 4) + (odd.match_all(t % 4, all) != 0 || all != 0 ? 1 << 20 : 0);
  }
}

__global__ void loops(int* rounds) {
  const int t = threadIdx.x;
  for (int i = 0; i <= t % 4; ++i) {
    auto active = cg::coalesced_threads();
    atomicAdd(&rounds[i], active.thread_rank() == 0 ? active.size() : 0);
  }
}

int main() {
  const int n = 1000;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 7;
  coverage::Buffer<int> source(in), out(n, -1), count(1);
  filter<<<8, 128>>>(source, out, count, n);
  int expected = 0;
  std::vector<int> seen(7 * n);
  for (int value : in) expected += value % 3 == 0;
  CHECK(count.get()[0] == expected);
  const auto got = out.get();
  for (int i = 0; i < expected; ++i) CHECK(got[i] >= 0 && got[i] % 21 == 0 && seen[got[i]]++ == 0);

  coverage::Buffer<int> sizes(32, -1), ranks(32, -1), inner(32, -1), moved(32, -1), matched(32, -1);
  nested<<<1, 32>>>(sizes, ranks, inner, moved, matched);
  for (int t = 0; t < 32; ++t) {
    if (t == 7) continue;
    const int rank = t % 2 == 0 ? t / 2 : t / 2 - (t > 7);
    CHECK(sizes.get()[t] == (t % 2 == 0 ? 16 : 15));
    CHECK(ranks.get()[t] == rank);
    if (t % 4 == 0) CHECK(inner.get()[t] == 800 + t / 4);
    if (t % 2 == 0) {
      CHECK(moved.get()[t] == (t < 30 ? t + 2 : t) * 1000 + (t >= 4 ? t - 4 : t));
    } else {
      int ballot = 0, like_me = 0;
      for (int lane = 1, r = 0; lane < 32; lane += 2) {
        if (lane == 7) continue;
        like_me |= (lane % 4 == t % 4) << r;
        ballot |= (lane > 20) << r++;
      }
      CHECK(moved.get()[t] == ballot + 300000 && matched.get()[t] == like_me);
    }
  }

  coverage::Buffer<int> rounds(4);
  loops<<<1, 64>>>(rounds);
  for (int i = 0; i < 4; ++i) CHECK(rounds.get()[i] == 64 - 16 * i);
  return coverage::result();
}

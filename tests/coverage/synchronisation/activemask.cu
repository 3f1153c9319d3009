// Feature: __activemask in branches, loops, after early returns, and warp-aggregated atomics built on it
#include "../check.h"

__device__ int aggregate(int* counter) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x & 31, leader = __ffs(active) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

__global__ void two_ways(unsigned* masks, int* even, int* odd, int* slots) {
  const int t = threadIdx.x;
  if (t % 8 == 3) return;
  masks[t] = __activemask();
  if (t % 2 == 0)
    slots[t] = aggregate(even);
  else
    slots[t] = aggregate(odd);
}

/// Lanes leave a loop one after the other, and the remaining ones see each other.
__global__ void shrinking(unsigned* masks) {
  const int lane = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    if (i > lane) break;
    const unsigned active = __activemask();
    if (lane == 31) masks[i] = active;
  }
}

/// The idiom of queues: each lane handles the lanes with its own key, one key per round.
__global__ void by_key(const int* keys, int* rounds, int* sizes) {
  const int t = threadIdx.x, key = keys[t];
  unsigned left = 0xffffffffu;
  for (int round = 0;; ++round) {
    const int leader = __ffs(left) - 1;
    const int lead_key = __shfl_sync(left, key, leader);
    const unsigned same = __ballot_sync(left, key == lead_key);
    if (key == lead_key) {
      rounds[t] = round;
      sizes[t] = __popc(same & __activemask());
      break;
    }
    left &= ~same;
  }
}

int main() {
  coverage::Buffer<unsigned> masks(64);
  coverage::Buffer<int> even(1), odd(1), slots(64, -1);
  two_ways<<<1, 64>>>(masks, even, odd, slots);
  CHECK(even.get()[0] == 32 && odd.get()[0] == 24);
  const auto m = masks.get();
  const auto s = slots.get();
  std::vector<int> taken_even(32), taken_odd(24);
  for (int t = 0; t < 64; ++t) {
    if (t % 8 == 3) continue;
    CHECK(m[t] == 0xf7f7f7f7u);
    CHECK((t % 2 == 0 ? taken_even : taken_odd).at(s[t])++ == 0);
  }
  coverage::Buffer<unsigned> seen(32);
  shrinking<<<1, 32>>>(seen);
  for (int i = 0; i < 32; ++i) CHECK(seen.get()[i] == ~0u << i);

  std::vector<int> keys(32), counts(5), first_round(5, -1);
  for (int t = 0; t < 32; ++t) ++counts[keys[t] = (t * t) % 5];
  coverage::Buffer<int> key(keys), rounds(32), sizes(32);
  by_key<<<1, 32>>>(key, rounds, sizes);
  int distinct = 0;
  for (int t = 0; t < 32; ++t) {
    int& round = first_round[keys[t]];
    if (round < 0) round = distinct++;
    CHECK(rounds.get()[t] == round && sizes.get()[t] == counts[keys[t]]);
  }
  return coverage::result();
}

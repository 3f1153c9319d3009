// Feature: cooperative groups: invoke_one, invoke_one_broadcast
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

__global__ void once(int* calls, int* tickets) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::invoke_one(block, [&] { atomicAdd(calls, 1); });
  tickets[threadIdx.x] = cg::invoke_one_broadcast(warp, [&](int step) { return atomicAdd(calls + 1, step); }, 5);
  if (threadIdx.x % 4 == 1) {
    auto active = cg::coalesced_threads();
    cg::invoke_one(active, [&](int* where) { atomicAdd(where, 1); }, calls + 2);
  }
}

int main() {
  coverage::Buffer<int> calls(3), tickets(128);
  once<<<1, 128>>>(calls, tickets);
  CHECK(calls.get()[0] == 1 && calls.get()[1] == 20 && calls.get()[2] == 4);
  int sum = 0;
  for (int t = 0; t < 128; ++t) {
    CHECK(tickets.get()[t] == tickets.get()[t / 32 * 32]);
    sum += tickets.get()[t];
  }
  CHECK(sum == 32 * (0 + 5 + 10 + 15));
  return coverage::result();
}

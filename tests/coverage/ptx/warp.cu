// Feature: inline PTX: shfl.sync, vote.sync, match, redux, activemask, elect, bar.sync, bar.arrive, named barriers of part of a block
#include "../check.h"

__global__ void lanes(int* out) {
  const int lane = threadIdx.x;
  int* r = out + 16 * lane;
  const int value = 100 + lane;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 31, 0xffffffff;" : "=r"(r[0]) : "r"(value));
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, -1;" : "=r"(r[1]) : "r"(value), "r"((lane + 5) % 32));
  int in_range;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 2, 0x1800, -1; selp.s32 %1, 1, 0, p; }"
               : "=r"(r[2]), "=r"(in_range) : "r"(value));
  r[3] = in_range;
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 4, 31, -1; selp.s32 %1, 1, 0, p; }"
               : "=r"(r[4]), "=r"(in_range) : "r"(value));
  r[5] = in_range;
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 7; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(r[6]) : "r"(lane));
  asm volatile("{ .reg .pred p, q; setp.ge.s32 p, %1, 0; vote.sync.all.pred q, p, -1; selp.s32 %0, 1, 0, q; }" : "=r"(r[7]) : "r"(lane));
  asm volatile("{ .reg .pred p, q; setp.gt.s32 p, %1, 31; vote.sync.any.pred q, p, -1; selp.s32 %0, 1, 0, q; }" : "=r"(r[8]) : "r"(lane));
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(r[9]) : "r"(lane % 3));
  asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(r[10]) : "r"(lane - 10), "r"(0xffffffff));
  asm volatile("redux.sync.max.u32 %0, %1, -1;" : "=r"(r[11]) : "r"(lane * 7 % 32));
  asm volatile("redux.sync.xor.b32 %0, %1, -1;" : "=r"(r[12]) : "r"(lane & 1 ? lane : 0));
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.s32 %0, 1, 0, p; }" : "=r"(r[13]));
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  r[14] = 0;
  if (lane % 2) asm volatile("activemask.b32 %0;" : "=r"(r[14]));
}

/// The first two warps produce, the last two consume. Each half also has separate barriers.
__global__ void producers_consumers(int* out, int rounds) {
  __shared__ int box[64];
  const int thread = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (thread < 64) {
      asm volatile("bar.sync 1, 128;" ::: "memory");  // the box is empty
      box[thread] = thread * 10 + round;
      asm volatile("bar.arrive 2, 128;" ::: "memory");  // and it is full
      asm volatile("bar.sync %0, %1;" ::"r"(3), "n"(64) : "memory");
    } else {
      asm volatile("barrier.sync 1, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
      sum += box[127 - thread];
      asm volatile("bar.sync 4, 64;" ::: "memory");
    }
  }
  asm volatile("bar.sync 0;" ::: "memory");
  out[thread] = sum;
  int count;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 100; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(thread));
  if (count != 100) out[thread] = -1;
}

int main() {
  coverage::Buffer<int> out(16 * 32);
  lanes<<<1, 32>>>(out);
  const auto values = out.get();
  int odd = 0;
  for (int lane = 1; lane < 32; lane += 2) odd ^= lane;
  for (int lane = 0; lane < 32; ++lane) {
    const int* r = &values[16 * lane];
    CHECK(r[0] == 100 + (lane ^ 3) && r[1] == 100 + (lane + 5) % 32);
    CHECK(r[2] == 100 + (lane % 8 < 2 ? lane : lane - 2) && r[3] == (lane % 8 >= 2));
    CHECK(r[4] == 100 + (lane + 4 > 31 ? lane : lane + 4) && r[5] == (lane + 4 <= 31));
    CHECK(r[6] == 0x7f && r[7] == 1 && r[8] == 0);
    CHECK((unsigned)r[9] == 0x49249249u << lane % 3);
    CHECK(r[10] == 31 * 16 - 320 && r[11] == 31 && r[12] == odd);
    CHECK(r[13] == (lane == 0));
    CHECK((unsigned)r[14] == (lane % 2 ? 0xaaaaaaaau : 0u));
  }
  coverage::Buffer<int> sums(3 * 128);
  producers_consumers<<<1, 128>>>(sums, 5);
  const auto s = sums.get();
  for (int t = 0; t < 128; ++t) CHECK(s[t] == (t < 64 ? 0 : 5 * 10 * (127 - t) + 10));
  return coverage::result();
}

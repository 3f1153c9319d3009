// Feature: inline PTX: special registers (%laneid, %warpid, %tid, %ctaid, %lanemask_*, %smid, %clock64, %globaltimer, ...)
#include "../check.h"

__device__ __forceinline__ unsigned lane_id() {
  unsigned ret;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(ret));
  return ret;
}
__device__ unsigned warp_id() {
  unsigned ret;
  asm("mov.u32 %0, %%warpid;" : "=r"(ret));
  return ret;
}
#define MASK(name) \
  __device__ unsigned mask_##name() { unsigned m; asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }
MASK(lt)

__global__ void read(unsigned* out) {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned* mine = out + 24 * (blockIdx.x * blockDim.x * blockDim.y * blockDim.z + thread);
  mine[0] = lane_id();
  mine[1] = warp_id();
  mine[2] = mask_lt();
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(mine[3]));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(mine[4]));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(mine[5]));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(mine[6]));
  asm("mov.u32 %0, %%tid.x;\n\t"
      "mov.u32 %1, %%tid.y;\n\t"
      "mov.u32 %2, %%tid.z;" : "=r"(mine[7]), "=r"(mine[8]), "=r"(mine[9]));
  asm("mov.u32 %0, %%ntid.x; mov.u32 %1, %%ntid.y; mov.u32 %2, %%ntid.z;" : "=r"(mine[10]), "=r"(mine[11]), "=r"(mine[12]));
  asm("mov.u32 %0, %%ctaid.x; mov.u32 %1, %%nctaid.x;" : "=r"(mine[13]), "=r"(mine[14]));
  unsigned sm, sms, warps;
  asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %nsmid;" : "=r"(sms));
  asm volatile("mov.u32 %0, %nwarpid;" : "=r"(warps));
  mine[15] = sm < sms;
  mine[16] = warp_id() < warps;
  unsigned long long before, after, time0, time1;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time0));
  asm volatile("mov.u64 %0, %clock64;" : "=l"(before) :: "memory");
  unsigned low;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(low));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(after) : : "memory");
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time1));
  mine[17] = after > before && time1 >= time0 && low != 0;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(mine[18]));
  mine[19] = 0;
  asm("mov.u32 %0, WARP_SZ;" : "=r"(mine[20]));
}

int main() {
  const dim3 block(8, 5, 2);
  coverage::Buffer<unsigned> out(3 * 80 * 24);
  read<<<3, block, 1000>>>(out);
  const auto values = out.get();
  for (unsigned b = 0; b < 3; ++b)
    for (unsigned t = 0; t < 80; ++t) {
      const unsigned* mine = &values[24 * (b * 80 + t)];
      const unsigned lane = t % 32;
      CHECK(mine[0] == lane);
      CHECK(mine[1] == t / 32);
      CHECK(mine[2] == (1ull << lane) - 1);
      CHECK(mine[3] == 1u << lane);
      CHECK(mine[4] == (2ull << lane) - 1);
      CHECK(mine[5] == (unsigned)~((2ull << lane) - 1));
      CHECK(mine[6] == (unsigned)~((1ull << lane) - 1));
      CHECK(mine[7] == t % 8 && mine[8] == t / 8 % 5 && mine[9] == t / 40);
      CHECK(mine[10] == 8 && mine[11] == 5 && mine[12] == 2);
      CHECK(mine[13] == b && mine[14] == 3);
      CHECK(mine[15] == 1 && mine[16] == 1 && mine[17] == 1);
      CHECK(mine[18] == 1000);
      CHECK(mine[20] == 32);
    }
  return coverage::result();
}

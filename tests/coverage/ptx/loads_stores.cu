// Feature: inline PTX: ld and st of every width, vectors and state space, with cache hints, volatile, acquire and release; prefetch, membar, fence
#include "../check.h"

#include <cstdint>

__device__ float4 load_streaming(const float4* p) {
  float4 v;
  asm("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(p));
  return v;
}
__device__ __forceinline__ void store_streaming(float4* p, float4 v) {
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(p), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w) : "memory");
}

__global__ void wide(const float4* in, float4* out) {
  asm volatile("prefetch.global.L2 [%0];" : : "l"(in + threadIdx.x));
  float4 v = load_streaming(in + threadIdx.x);
  v.x += 1, v.w *= 2;
  store_streaming(out + threadIdx.x, v);
}

__global__ void widths(const unsigned char* in, long long* out) {
  const unsigned char* p = in + 16 * threadIdx.x;
  long long* r = out + 10 * threadIdx.x;
  unsigned u;
  int s;
  short h;
  asm("ld.global.u8 %0, [%1];" : "=r"(u) : "l"(p)); r[0] = u;
  asm("ld.global.s8 %0, [%1+3];" : "=r"(s) : "l"(p)); r[1] = s;
  asm("ld.global.s16 %0, [%1+2];" : "=h"(h) : "l"(p)); r[2] = h;
  asm("ld.global.nc.b32 %0, [%1+4];" : "=r"(u) : "l"(p)); r[3] = u;
  asm("ld.u32 %0, [%1 + %2];" : "=r"(u) : "l"(p), "n"(8)); r[4] = u;
  asm("ld.global.ca.u64 %0, [%1];" : "=l"(r[5]) : "l"(p));
  unsigned long long x, y;
  asm("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(x), "=l"(y) : "l"(p));
  r[6] = x ^ y;
  asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(s) : "l"(p)); r[7] = s;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(u) : "l"(p) : "memory"); r[8] = u;
  asm volatile("ld.relaxed.sys.u32 %0, [%1+-4];" : "=r"(u) : "l"(p + 8)); r[9] = u;
}

__global__ void through_shared(int* out) {
  __shared__ int tile[64];
  extern __shared__ int more[];
  const unsigned here = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
  unsigned there;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(there) : "l"(more));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(here), "r"(threadIdx.x * 3));
  asm volatile("st.shared.b32 [%0 + 4], %1;" ::"r"(there + 8 * threadIdx.x), "r"(threadIdx.x + 1000) : "memory");
  asm volatile("st.shared.s32 [%0], -1;" ::"r"(there + 8 * threadIdx.x) : "memory");
  __syncthreads();
  const unsigned mirror = 63 - threadIdx.x;
  int a, b, c;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(a) : "r"((unsigned)__cvta_generic_to_shared(tile) + 4 * mirror));
  asm volatile("ld.shared.v2.s32 {%0, %1}, [%2];" : "=r"(b), "=r"(c) : "r"(there + 8 * mirror));
  out[threadIdx.x] = a + b + c;
  unsigned long long generic;
  asm("{ .reg .u64 t; cvt.u64.u32 t, %1; cvta.shared.u64 %0, t; }" : "=l"(generic) : "r"(here));
  int spaces;
  asm("{ .reg .pred p, q; isspacep.shared p, %1; isspacep.global q, %2; and.pred p, p, q; selp.s32 %0, 1, 0, p; }"
      : "=r"(spaces) : "l"(generic), "l"(out));
  unsigned first;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(first) : "l"(tile));
  if (first != here - 4 * threadIdx.x) out[threadIdx.x] = -3;
  if ((int*)generic != &tile[threadIdx.x] || !spaces || here % 4 != 0) out[threadIdx.x] = -1;
  if ((char*)__cvta_shared_to_generic(there) != (char*)more) out[threadIdx.x] = -2;
}

/// A flag that the second block waits for.
__global__ void hand_over(int* data, int* flag, int* seen) {
  if (blockIdx.x == 0) {
    *data = 42;
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
  } else {
    int value;
    do {
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    } while (value == 0);
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    *seen = *data;
  }
}

int main() {
  std::vector<float4> in;
  for (int i = 0; i < 40; ++i) in.push_back(make_float4(i, 2 * i, 3 * i, 4 * i));
  coverage::Buffer<float4> din(in), dout(40);
  wide<<<1, 40>>>(din, dout);
  const auto floats = dout.get();
  for (int i = 0; i < 40; ++i)
    CHECK(floats[i].x == i + 1 && floats[i].y == 2 * i && floats[i].z == 3 * i && floats[i].w == 8 * i);

  std::vector<unsigned char> bytes;
  for (int i = 0; i < 16 * 32; ++i) bytes.push_back((unsigned char)(i * 37 + 11));
  coverage::Buffer<unsigned char> dbytes(bytes);
  coverage::Buffer<long long> out(10 * 32);
  widths<<<1, 32>>>(dbytes, out);
  const auto values = out.get();
  for (int i = 0; i < 32; ++i) {
    const unsigned char* p = &bytes[16 * i];
    const long long* r = &values[10 * i];
    const auto little = [p](int at, int count) {
      unsigned long long v = 0;
      for (int k = 0; k < count; ++k) v |= (unsigned long long)p[at + k] << 8 * k;
      return v;
    };
    CHECK(r[0] == p[0] && r[1] == (signed char)p[3] && r[2] == (short)little(2, 2));
    CHECK(r[3] == (long long)little(4, 4) && r[4] == (long long)little(8, 4));
    CHECK((unsigned long long)r[5] == little(0, 8) && (unsigned long long)r[6] == (little(0, 8) ^ little(8, 8)));
    CHECK(r[7] == (int)little(0, 4) && r[8] == (long long)little(0, 4) && r[9] == (long long)little(4, 4));
  }
  coverage::Buffer<int> shared(64);
  through_shared<<<1, 64, 8 * 64>>>(shared);
  const auto sums = shared.get();
  for (int i = 0; i < 64; ++i) CHECK(sums[i] == 3 * (63 - i) - 1 + (63 - i) + 1000);

  coverage::Buffer<int> words(3);
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  CHECK(words.get()[2] == 42);
  return coverage::result();
}

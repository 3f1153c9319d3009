// Feature: floating-point atomics: float, double, __half, __half2, __nv_bfloat16, float2, float4; 16-bit and 128-bit compare-and-swap
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../check.h"

struct alignas(16) Pair {
  long long count, sum;
};

struct Cells {
  float f, swapped, most;
  double d;
  __half h;
  __half2 h2;
  __nv_bfloat16 b;
  __nv_bfloat162 b2;
  float2 f2;
  float4 f4;
  unsigned short s;
  Pair pair, last;
};

/// The programming guide's way to add a missing atomic.
__device__ float atomic_max_float(float* address, float value) {
  int* cell = reinterpret_cast<int*>(address);
  int old = *cell, assumed;
  do {
    assumed = old;
    old = atomicCAS(cell, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void add(Cells* c) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&c->f, 0.5f);
  atomicAdd(&c->d, 0.25);
  atomicAdd_block(&c->d, 0.0);
  atomicExch(&c->swapped, static_cast<float>(t));
  atomic_max_float(&c->most, static_cast<float>((t * 37) % 256));
  atomicAdd(&c->h, __float2half(1.f));
  atomicAdd(&c->h2, __floats2half2_rn(1.f, -1.f));
  if (t < 128) atomicAdd(&c->b, __float2bfloat16(1.f));
  if (t < 128) atomicAdd(&c->b2, __floats2bfloat162_rn(1.f, -1.f));
  atomicAdd(&c->f2, make_float2(1.f, 2.f));
  atomicAdd(&c->f4, make_float4(1.f, 2.f, 3.f, 4.f));
  unsigned short seen = c->s, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&c->s, assumed, static_cast<unsigned short>(assumed + 3));
  } while (seen != assumed);
  Pair old = c->pair, expected;
  do {
    expected = old;
    old = atomicCAS(&c->pair, expected, Pair{expected.count + 1, expected.sum + t});
  } while (old.count != expected.count || old.sum != expected.sum);
  atomicExch(&c->last, Pair{t, -t});
}

__global__ void shared_sum(float* out) {
  __shared__ float sum;
  __shared__ double wide;
  if (threadIdx.x == 0) sum = 0, wide = 0;
  __syncthreads();
  atomicAdd(&sum, 1.f);
  atomicAdd(&wide, threadIdx.x * 1.0);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum, out[1] = static_cast<float>(wide);
}

int main() {
  Cells zero{};
  coverage::Buffer<Cells> cells(1, zero);
  add<<<4, 64>>>(cells);
  const Cells c = cells.get()[0];
  CHECK(c.f == 128.f && c.d == 64.0 && c.most == 255.f && c.swapped >= 0 && c.swapped < 256);
  CHECK(__half2float(c.h) == 256.f && __low2float(c.h2) == 256.f && __high2float(c.h2) == -256.f);
  CHECK(__bfloat162float(c.b) == 128.f && __low2float(c.b2) == 128.f && __high2float(c.b2) == -128.f);
  CHECK(c.f2.x == 256.f && c.f2.y == 512.f);
  CHECK(c.f4.x == 256.f && c.f4.y == 512.f && c.f4.z == 768.f && c.f4.w == 1024.f);
  CHECK(c.s == 768 && c.pair.count == 256 && c.pair.sum == 255 * 128);
  CHECK(c.last.count >= 0 && c.last.count < 256 && c.last.sum == -c.last.count);
  coverage::Buffer<float> out(2);
  shared_sum<<<1, 100>>>(out);
  CHECK(out.get()[0] == 100.f && out.get()[1] == 4950.f);
  return coverage::result();
}

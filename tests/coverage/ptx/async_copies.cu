// Feature: inline PTX: cp.async of 4, 8 and 16 bytes, with zero fill, groups and waits, as a two-stage pipeline
#include "../check.h"

#define CP_ASYNC_CG(dst, src, bytes) \
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_CA(dst, src, bytes) \
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT_GROUP() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

/// Sums tiles of 128 floats, and loads the next tile while it sums the last one.
__global__ void pipeline(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stage[2][128];
  const auto load = [&](int tile) {
    const unsigned to = (unsigned)__cvta_generic_to_shared(&stage[tile % 2][4 * threadIdx.x]);
    CP_ASYNC_CG(to, in + 128 * tile + 4 * threadIdx.x, 16);
    CP_ASYNC_COMMIT_GROUP();
  };
  float sum = 0;
  load(0);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      load(tile + 1);
      CP_ASYNC_WAIT_GROUP(1);
    } else {
      CP_ASYNC_WAIT_GROUP(0);
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i) sum += stage[tile % 2][32 * i + (threadIdx.x + 7) % 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void sizes(const int* in, int* out) {
  extern __shared__ int tile[];
  for (int i = 0; i < 8; ++i) tile[8 * threadIdx.x + i] = -1;
  const unsigned to = (unsigned)__cvta_generic_to_shared(tile + 8 * threadIdx.x);
  const int* from = in + 8 * threadIdx.x;
  CP_ASYNC_CA(to, from, 4);
  CP_ASYNC_CA(to + 8, from + 2, 8);
  const int valid = threadIdx.x % 2 ? 8 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to + 16), "l"(from + 4), "r"(valid) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  for (int i = 0; i < 8; ++i) out[8 * threadIdx.x + i] = tile[8 * threadIdx.x + i];
}

/// Does not wait for the last group: its bytes may be missing, but the first group's must be there.
__global__ void older_group(const int* in, int* out) {
  __shared__ int first[32], second[32];
  CP_ASYNC_CA((unsigned)__cvta_generic_to_shared(first + threadIdx.x), in + threadIdx.x, 4);
  CP_ASYNC_COMMIT_GROUP();
  CP_ASYNC_CA((unsigned)__cvta_generic_to_shared(second + threadIdx.x), in + 32 + threadIdx.x, 4);
  CP_ASYNC_COMMIT_GROUP();
  CP_ASYNC_WAIT_GROUP(1);
  out[threadIdx.x] = first[threadIdx.x];
  CP_ASYNC_WAIT_GROUP(0);
  out[threadIdx.x] += second[threadIdx.x];
}

int main() {
  std::vector<float> in;
  for (int i = 0; i < 5 * 128; ++i) in.push_back((float)(i % 101));
  coverage::Buffer<float> din(in), dout(32);
  pipeline<<<1, 32>>>(din, dout, 5);
  const auto sums = dout.get();
  for (int t = 0; t < 32; ++t) {
    float expected = 0;
    for (int tile = 0; tile < 5; ++tile)
      for (int i = 0; i < 4; ++i) expected += in[128 * tile + 32 * i + (t + 7) % 32];
    CHECK(sums[t] == expected);
  }
  std::vector<int> ints;
  for (int i = 0; i < 32 * 8; ++i) ints.push_back(i + 1);
  coverage::Buffer<int> dints(ints), out(32 * 8);
  sizes<<<1, 32, 32 * 8 * sizeof(int)>>>(dints, out);
  const auto values = out.get();
  for (int t = 0; t < 32; ++t) {
    const int *r = &values[8 * t], *e = &ints[8 * t];
    CHECK(r[0] == e[0] && r[1] == -1 && r[2] == e[2] && r[3] == e[3]);
    for (int i = 0; i < 4; ++i) CHECK(r[4 + i] == (t % 2 && i < 2 ? e[4 + i] : 0));
  }
  older_group<<<1, 32>>>(dints, out);
  const auto groups = out.get();
  for (int t = 0; t < 32; ++t) CHECK(groups[t] == ints[t] + ints[32 + t]);
  return coverage::result();
}

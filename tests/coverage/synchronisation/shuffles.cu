// Feature: warp shuffles of every type, width and direction
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include "../check.h"

template <class T>
struct Moves {
  T from, up, down, across, narrow_from, narrow_up, narrow_down, narrow_across;
};

template <class T>
__device__ T made_of(int lane) {
  return static_cast<T>(lane * 3 + 1);
}
template <>
__device__ __half2 made_of<__half2>(int lane) {
  return __floats2half2_rn(lane, -lane);
}
template <>
__device__ __nv_bfloat162 made_of<__nv_bfloat162>(int lane) {
  return __floats2bfloat162_rn(lane, -lane);
}
template <>
__device__ __half made_of<__half>(int lane) {
  return __float2half(lane * 3.f + 1);
}
template <>
__device__ __nv_bfloat16 made_of<__nv_bfloat16>(int lane) {
  return __float2bfloat16(lane * 2.f);
}

template <class T>
__global__ void move(Moves<T>* moves, int* wrong) {
  const int t = threadIdx.x, lane = t % 32;
  const T mine = made_of<T>(t);
  const unsigned all = 0xffffffffu;
  Moves<T> m;
  m.from = __shfl_sync(all, mine, 35);
  m.up = __shfl_up_sync(all, mine, 5);
  m.down = __shfl_down_sync(all, mine, 7u);
  m.across = __shfl_xor_sync(all, mine, 9);
  m.narrow_from = __shfl_sync(all, mine, lane + 1, 8);
  m.narrow_up = __shfl_up_sync(all, mine, 2, 8);
  m.narrow_down = __shfl_down_sync(all, mine, 2, 16);
  m.narrow_across = __shfl_xor_sync(all, mine, 12, 8);
  moves[t] = m;
  // Each lane compares the bits with those of the lanes in CUDA's rules.
  const int warp = t - lane, group = warp + lane / 8 * 8;
  const int sources[] = {warp + 3, lane >= 5 ? t - 5 : t, lane + 7 < 32 ? t + 7 : t, warp + (lane ^ 9),
                         group + (lane + 1) % 8, lane % 8 >= 2 ? t - 2 : t, lane % 16 + 2 < 16 ? t + 2 : t,
                         (lane ^ 12) < lane / 8 * 8 + 8 ? warp + (lane ^ 12) : t};
  const T* got = &m.from;
  for (int i = 0; i < 8; ++i) {
    const T expected = made_of<T>(sources[i]);
    const unsigned char *a = reinterpret_cast<const unsigned char*>(&expected),
                        *b = reinterpret_cast<const unsigned char*>(&got[i]);
    for (unsigned byte = 0; byte < sizeof(T); ++byte)
      if (a[byte] != b[byte]) atomicAdd(wrong, 1);
  }
}

template <class T>
void test() {
  coverage::Buffer<Moves<T>> moves(64, Moves<T>());
  coverage::Buffer<int> wrong(1);
  move<T><<<1, 64>>>(moves, wrong);
  CHECK(wrong.get()[0] == 0);
}

// The result types for a literal, a bool and a char.
static_assert(std::is_same<decltype(__shfl_sync(~0u, 1, 0)), int>::value, "int");
static_assert(std::is_same<decltype(__shfl_sync(~0u, true, 0)), int>::value, "bool");
static_assert(std::is_same<decltype(__shfl_xor_sync(~0u, 'a', 1)), int>::value, "char");
static_assert(std::is_same<decltype(__shfl_down_sync(~0u, (unsigned char)1, 1)), int>::value, "unsigned char");
static_assert(std::is_same<decltype(__shfl_up_sync(~0u, 1ul, 1)), unsigned long>::value, "unsigned long");
static_assert(std::is_same<decltype(__shfl_sync(~0u, 1.f, 0)), float>::value, "float");

/// Part of a warp, lanes that have returned, and a block that ends within a warp.
__global__ void partial(int* sums, int count) {
  const int t = threadIdx.x;
  if (t >= count) return;
  const unsigned mask = count - t / 32 * 32 >= 32 ? ~0u : (1u << count % 32) - 1;
  int sum = t;
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_down_sync(mask, sum, step);
    if (t % 32 + step < 32 && t + step < count) sum += other;
  }
  if (t % 32 == 0) sums[t / 32] = sum;
}

/// Two halves of a warp exchange values under divergence, each with its own mask and any number of times.
__global__ void halves(int* out) {
  const int lane = threadIdx.x;
  int value = lane;
  if (lane < 16) {
    for (int i = 0; i < 3; ++i) value = __shfl_sync(0x0000ffffu, value, (lane + 1) % 16);
  } else {
    for (int i = 0; i < 5; ++i) value = __shfl_sync(0xffff0000u, value, 16 + (lane + 1) % 16);
  }
  out[lane] = value;
}

int main() {
  test<int>();
  test<unsigned>();
  test<long>();
  test<unsigned long>();
  test<long long>();
  test<unsigned long long>();
  test<float>();
  test<double>();
  test<__half>();
  test<__half2>();
  test<__nv_bfloat16>();
  test<__nv_bfloat162>();
  for (int count : {1, 20, 32, 33, 50, 96}) {
    coverage::Buffer<int> sums(4, -1);
    partial<<<1, 128>>>(sums, count);
    for (int w = 0; w * 32 < count; ++w) {
      int expected = 0;
      for (int t = w * 32; t < count && t < w * 32 + 32; ++t) expected += t;
      CHECK(sums.get()[w] == expected);
    }
  }
  coverage::Buffer<int> out(32);
  halves<<<1, 32>>>(out);
  for (int lane = 0; lane < 32; ++lane) CHECK(out.get()[lane] == (lane < 16 ? (lane + 3) % 16 : 16 + (lane + 5) % 16));
  return coverage::result();
}

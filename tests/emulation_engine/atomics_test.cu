#include "device_buffer.h"

namespace {

__global__ void count(int* out, float* sum) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[0], 1);
  atomicSub(&out[1], 2);
  atomicMax(&out[2], t);
  atomicMin(&out[3], -t);
  atomicOr(&out[4], 1 << t % 8);
  atomicAnd(&out[5], ~(1 << t % 8));
  atomicXor(&out[6], t);
  atomicExch(&out[7], 5);
  atomicInc(reinterpret_cast<unsigned*>(&out[8]), 9);
  atomicDec(reinterpret_cast<unsigned*>(&out[9]), 9);
  atomicAdd(sum, 0.5f);
}

TEST(Atomics, NoUpdateIsLost) {
  DeviceBuffer<int> out({0, 0, -1, 1, 0, 0x1ff, 0, 0, 0, 0});
  DeviceBuffer<float> sum(1, 0.0f);
  count<<<40, 100>>>(out, sum);
  EXPECT_EQ(out.get(), (std::vector<int>{4000, -8000, 3999, -3999, 0xff, 0x100, 0, 5, 0, 0}));
  EXPECT_EQ(sum.get()[0], 2000.0f);
}

__global__ void largest_by_compare_and_swap(float* out, const float* in) {
  int* bits = reinterpret_cast<int*>(out);
  int seen = *bits;
  const float mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  while (__int_as_float(seen) < mine) {
    const int before = atomicCAS(bits, seen, __float_as_int(mine));
    if (before == seen) break;
    seen = before;
  }
}

TEST(Atomics, CompareAndSwapReturnsWhatWasThere) {
  std::vector<float> values(1000);
  for (int i = 0; i < 1000; ++i) values[i] = static_cast<float>(i * 7919 % 1000);
  DeviceBuffer<float> in(values), out(1, 0.0f);
  largest_by_compare_and_swap<<<10, 100>>>(out, in);
  EXPECT_EQ(out.get()[0], 999.0f);
}

__global__ void histogram(const unsigned char* data, int size, unsigned* bins) {
  __shared__ unsigned mine[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], mine[i]);
}

TEST(Atomics, SharedMemoryHistogramsAddUp) {
  std::vector<unsigned char> values(10000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned char>(i * 7);
  DeviceBuffer<unsigned char> data(values);
  DeviceBuffer<unsigned> bins(256, 0);
  histogram<<<4, 128>>>(data, 10000, bins);
  unsigned total = 0;
  for (unsigned bin : bins.get()) total += bin;
  EXPECT_EQ(total, 10000u);
  EXPECT_EQ(bins.get()[7], 40u);
}

__global__ void fast_mathematics(float* out, int* integers) {
  out[0] = __expf(1.0f) + __logf(1.0f) + __sinf(0.0f) + __powf(2.0f, 3.0f);
  out[1] = rsqrtf(4.0f) + __fdividef(6.0f, 3.0f) + __saturatef(3.0f);
  out[2] = min(1.0f, 2.0f) + max(3, 4);
  integers[0] = __float2int_rn(2.5f) * 100 + __float2int_rz(-2.7f);
  integers[1] = __float2int_rz(1e30f);
  integers[2] = __popc(0xf0u) * 1000 + __clz(1) * 10 + __ffs(8);
  integers[3] = static_cast<int>(__brev(1u) >> 24) + static_cast<int>(__umulhi(1u << 31, 4u));
}

TEST(Intrinsics, MathematicsAndBitsAreExact) {
  DeviceBuffer<float> out(3);
  DeviceBuffer<int> integers(4);
  fast_mathematics<<<1, 1>>>(out, integers);
  EXPECT_FLOAT_EQ(out.get()[0], 2.7182818f + 8.0f);
  EXPECT_EQ(out.get()[1], 0.5f + 2.0f + 1.0f);
  EXPECT_EQ(out.get()[2], 5.0f);
  EXPECT_EQ(integers.get(), (std::vector<int>{198, 2147483647, 4314, 130}));
}

}  // namespace

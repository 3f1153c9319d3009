// Launches in all common spellings, and the indices that each thread sees.
#include "device_buffer.h"

namespace {

__global__ void write_linear_index(int* out) {
  int i = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.z + threadIdx.z;
  i = (i * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[i] = i;
}

TEST(Launch, EveryThreadOfAThreeDimensionalGridRunsOnceAtItsPlace) {
  DeviceBuffer<int> out(2 * 3 * 2 * 5 * 3 * 4, -1);
  write_linear_index<<<dim3(2, 3, 2), dim3(5, 3, 4)>>>(out);
  const std::vector<int> got = out.get();
  for (int i = 0; i < static_cast<int>(got.size()); ++i) ASSERT_EQ(got[i], i);
}

__global__ void write_linear_index_after_a_barrier(int* out) {
  __syncthreads();
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = thread;
}

TEST(Launch, CoordinatesSurviveABarrier) {
  DeviceBuffer<int> out(4 * 60, -1);
  write_linear_index_after_a_barrier<<<dim3(2, 2), dim3(5, 3, 4)>>>(out);
  const std::vector<int> got = out.get();
  for (int i = 0; i < static_cast<int>(got.size()); ++i) ASSERT_EQ(got[i], i % 60);
}

template <class T, int scale = 4>
__global__ void add_scaled(T* p, T value) {
  p[threadIdx.x] += value * T(scale);
}

namespace inner {
__global__ void add_one(int* p) { p[threadIdx.x] += 1; }
}  // namespace inner
static __global__ void add_ten(int* p) { p[threadIdx.x] += 10; }
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)

TEST(Launch, TemplatesNamespacesPointersAndMacrosLaunch) {
  DeviceBuffer<int> p(4, 0);
  add_scaled<int><<<1, 4>>>(p, 1);
  add_scaled<int, 2><<<1, 4>>>(p, 1);
  inner::add_one<<<dim3(1), dim3{4, 1, 1}, 0, nullptr>>>(p);
  LAUNCH(add_ten, 1, 4, p);
  void (*pointer)(int*) = add_ten;
  pointer<<<1, 4>>>(p);
  void (*table[])(int*) = {inner::add_one, add_ten};
  for (auto kernel : table) kernel<<<1, 4>>>(p);
  EXPECT_EQ(p.get(), std::vector<int>(4, 4 + 2 + 1 + 10 + 10 + 1 + 10));
}

template <class Function>
__global__ void apply(int count, Function function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) function(i);
}
struct Square {
  int* out;
  __device__ void operator()(int i) const { out[i] = i * i; }
};

TEST(Launch, AFunctionObjectIsAnArgument) {
  DeviceBuffer<int> out(10, -1);
  apply<<<2, 8>>>(10, Square{out});
  EXPECT_EQ(out.get()[9], 81);
}

#ifdef __GRIDMARK__
TEST(Launch, ALambdaIsAnArgument) {
  DeviceBuffer<int> out(10, -1);
  int *p = out, offset = 5;
  apply<<<2, 8>>>(10, [=] __device__(int i) { p[i] = i + offset; });
  EXPECT_EQ(out.get()[9], 14);
}
#endif

struct Large {
  float values[20];
  int factor;
};
__global__ void scale_large(Large large, float* out, const int* nothing, int offset) {
  large.factor += threadIdx.x == 0;
  out[threadIdx.x] = large.values[threadIdx.x] * large.factor + offset + (nothing ? 100 : 0);
}

TEST(Launch, StructuresGoByValueAndEachThreadHasItsOwn) {
  Large large{};
  for (int i = 0; i < 20; ++i) large.values[i] = i;
  large.factor = 3;
  DeviceBuffer<float> out(20);
  scale_large<<<1, 20>>>(large, out, nullptr, 1);
  large.factor = 1000;  // the launch has its own copy already
  EXPECT_EQ(out.get()[19], 19 * 3 + 1);
  EXPECT_EQ(out.get()[1], 1 * 3 + 1);
}

TEST(Launch, ZeroAndNullArePointers) {
  DeviceBuffer<float> out(20);
  scale_large<<<1, 20>>>(Large{}, out, NULL, 1);
  EXPECT_EQ(out.get()[5], 1);
  scale_large<<<1, 20>>>(Large{}, out, 0, 2);
  EXPECT_EQ(out.get()[5], 2);
}

TEST(Launch, CudaLaunchKernelUnpacksItsArguments) {
  DeviceBuffer<int> p(4, 0);
  int* pointer = p;
  int value = 7;
  void* arguments[] = {&pointer, &value};
  EXPECT_EQ(cudaLaunchKernel(add_scaled<int, 1>, dim3(1), dim3(4), arguments), cudaSuccess);
  EXPECT_EQ(p.get(), std::vector<int>(4, 7));
}

__global__ void sum_of_squares(unsigned long long* total, int barriers) {
  __shared__ unsigned long long part;
  if (threadIdx.x == 0) part = 0;
  for (int i = 0; i < barriers; ++i) __syncthreads();
  const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&part, i * i);
  for (int k = 0; k < barriers; ++k) __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, part);
}

// Runs with one operating-system thread and with several (see CMakeLists.txt).
TEST(Launch, ManyBlocksGiveTheSameOnAnyNumberOfThreads) {
  DeviceBuffer<unsigned long long> total(1, 0);
  sum_of_squares<<<500, 64>>>(total, 1);
  const unsigned long long n = 500 * 64;
  EXPECT_EQ(total.get()[0], (n - 1) * n * (2 * n - 1) / 6);
}

}  // namespace

// Kernels with traffic computed by hand in traffic_test.cpp. One warp unless the launch has more.
#include <algorithm>
#include <cuda/atomic>

#include "tests/counters/pattern_runner.h"

using namespace gridmark::tests;
using gridmark::emulation::Meters;

__global__ void strided(const float* in, float* out, int stride, int offset) {
  out[threadIdx.x] = in[threadIdx.x * stride + offset];
}
__global__ void copy_bounded(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void copy_float4(const float4* in, float4* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void store_float4_in_braces(const float* in, float4* out) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = {v, 2 * v, 3 * v, 4 * v};
}
__global__ void store_four_floats(const float* in, float* out) {
  const float v = in[threadIdx.x];
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = v;
}
__global__ void copy_bytes(const unsigned char* in, unsigned char* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void copy_by_library(const float* in, float* out) {
  std::copy(in + 3 * threadIdx.x, in + 3 * threadIdx.x + 3, out + 3 * threadIdx.x);
}
__global__ void copy_by_pointer(const float* in, float* out) {
  void* (*volatile copy)(void*, const void*, size_t) = memcpy;
  copy(&out[threadIdx.x], &in[threadIdx.x], sizeof *in);
}
struct Kilobyte {
  float x[256];
};
__device__ __noinline__ float sum_of(Kilobyte all) {
  float sum = 0;
  for (float x : all.x) sum += x;
  return sum;
}
__global__ void large_by_value(const float* in, float* out) {
  out[threadIdx.x] = sum_of(reinterpret_cast<const Kilobyte*>(in)[threadIdx.x]);
}

__global__ void transpose_naive(const float* in, float* out, int n) {
  out[threadIdx.x * n + threadIdx.y] = in[threadIdx.y * n + threadIdx.x];
}
template <int Padding>
__global__ void transpose_tiled(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + Padding];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

template <class T, int Stride>
__global__ void shared_strided(T* out) {
  __shared__ T s[32 * Stride];
  s[threadIdx.x * Stride] = T();
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * Stride];
}
__global__ void shared_float4(float4* out) {
  __shared__ float4 s[32];
  s[threadIdx.x] = make_float4(1, 2, 3, 4);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_broadcast(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[5];
}
__global__ void dynamic_strided(float* out, int stride) {
  extern __shared__ float s[];
  s[threadIdx.x * stride] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * stride];
}

__global__ void divergent_loop(const float* in, float* out) {
  float sum = 0;
  for (int i = 0; i <= threadIdx.x % 4; ++i) sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
/// More accesses than a warp's turn can keep.
__global__ void long_loop(const float* in, float* out) {
  float sum = 0;
  for (int i = 0; i < 300000; ++i) sum += in[i % 4 * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
__global__ void count_all(int* counter) { atomicAdd(counter, 1); }
/// Device compilers do not have these. The host's compiler announces them to separate hooks.
__global__ void copy_by_builtins(const int* in, int* out) {
  const int value = __atomic_load_n(&in[threadIdx.x], __ATOMIC_RELAXED);
  __atomic_store_n(&out[threadIdx.x], value, __ATOMIC_RELAXED);
}
__global__ void copy_by_references(int* in, int* out) {
  const int value = cuda::atomic_ref<int, cuda::thread_scope_device>(in[threadIdx.x]).load();
  cuda::atomic_ref<int, cuda::thread_scope_device>(out[threadIdx.x]).store(value);
}
__global__ void add_by_builtins(const int*, int* out) {
  __sync_fetch_and_add(&out[threadIdx.x], 1);
  int seen = 0;
  while (!__atomic_compare_exchange_n(&out[threadIdx.x], &seen, seen + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
}

__global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

namespace {

template <int Stride, int Offset>
Meters run_strided() {
  Buffer<float> in(32 * 32 + 32), out(32);
  return metered([&] { strided<<<1, 32>>>(in.get(), out.get(), Stride, Offset); });
}
template <int Threads, int N>
Meters run_bounded() {
  Buffer<float> in(N), out(N);
  return metered([&] { copy_bounded<<<(N + Threads - 1) / Threads, Threads>>>(in.get(), out.get(), N); });
}
Meters run_float4() {
  Buffer<float4> in(32), out(32);
  return metered([&] { copy_float4<<<1, 32>>>(in.get(), out.get()); });
}
template <class Out, class Kernel>
Meters run_store_four(Kernel kernel) {
  Buffer<float> in(32), out(128);
  return metered([&] { kernel<<<1, 32>>>(in.get(), reinterpret_cast<Out*>(out.get())); });
}
Meters run_bytes() {
  Buffer<unsigned char> in(32), out(32);
  return metered([&] { copy_bytes<<<1, 32>>>(in.get(), out.get()); });
}
template <class Kernel>
Meters run_copies(Kernel kernel) {
  Buffer<float> in(32 * 256), out(3 * 32);
  return metered([&] { kernel<<<1, 32>>>(in.get(), out.get()); });
}
template <class Kernel>
Meters run_transpose(Kernel kernel) {
  Buffer<float> in(32 * 1024), out(32 * 1024);
  return metered([&] { kernel<<<1, dim3(32, 32)>>>(in.get(), out.get(), 1024); });
}
template <class T, int Stride>
Meters run_shared() {
  Buffer<T> out(32);
  return metered([&] { shared_strided<T, Stride><<<1, 32>>>(out.get()); });
}
template <class T, class Kernel>
Meters run_out(Kernel kernel) {
  Buffer<T> out(32);
  return metered([&] { kernel<<<1, 32>>>(out.get()); });
}
Meters run_dynamic() {
  Buffer<float> out(32);
  return metered([&] { dynamic_strided<<<1, 32, 32 * 32 * sizeof(float)>>>(out.get(), 32); });
}
template <class Kernel>
Meters run_words(Kernel kernel) {
  Buffer<int> in(32), out(32);
  return metered([&] { kernel<<<1, 32>>>(in.get(), out.get()); });
}
template <class Kernel>
Meters run_loop(Kernel kernel, int threads) {
  Buffer<float> in(128), out(32);
  return metered([&] { kernel<<<1, threads>>>(in.get(), out.get()); });
}
template <class Kernel>
Meters run_matmul(Kernel kernel) {
  constexpr int n = 64;
  Buffer<float> a(n * n), b(n * n), c(n * n);
  return metered([&] { kernel<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a.get(), b.get(), c.get(), n); });
}

}  // namespace

const std::vector<Pattern>& gridmark::tests::traffic_patterns() {
  static const std::vector<Pattern> patterns = {
      {"coalesced", run_strided<1, 0>},
      {"stride 2", run_strided<2, 0>},
      {"stride 8", run_strided<8, 0>},
      {"stride 32", run_strided<32, 0>},
      {"broadcast", run_strided<0, 0>},
      {"misaligned by one word", run_strided<1, 1>},
      {"float4", run_float4},
      {"float4 in braces", [] { return run_store_four<float4>(store_float4_in_braces); }},
      {"four floats", [] { return run_store_four<float>(store_four_floats); }},
      {"bytes", run_bytes},
      {"partial warp", run_bounded<20, 20>},
      {"ragged", run_bounded<64, 100>},
      {"divergent loop", [] { return run_loop(divergent_loop, 32); }},
      {"long loop", [] { return run_loop(long_loop, 32); }},
      {"atomic on one word", [] { return run_out<int>(count_all); }},
      {"copy by the C++ library", [] { return run_copies(copy_by_library); }},
      {"copy by a pointer", [] { return run_copies(copy_by_pointer); }},
      {"large structure by value", [] { return run_copies(large_by_value); }},
      {"copy by builtins", [] { return run_words(copy_by_builtins); }},
      {"copy by atomic references", [] { return run_words(copy_by_references); }},
      {"additions by builtins", [] { return run_words(add_by_builtins); }},
      {"transpose naive", [] { return run_transpose(transpose_naive); }},
      {"transpose tiled", [] { return run_transpose(transpose_tiled<0>); }},
      {"transpose padded", [] { return run_transpose(transpose_tiled<1>); }},
      {"shared in order", run_shared<float, 1>},
      {"shared 2-way", run_shared<float, 2>},
      {"shared 32-way", run_shared<float, 32>},
      {"shared odd stride", run_shared<float, 33>},
      {"shared double", run_shared<double, 1>},
      {"shared double 2-way", run_shared<double, 2>},
      {"shared float4", [] { return run_out<float4>(shared_float4); }},
      {"shared bytes", run_shared<char, 1>},
      {"shared broadcast", [] { return run_out<float>(shared_broadcast); }},
      {"dynamic shared 32-way", run_dynamic},
      {"matmul naive", [] { return run_matmul(matmul_naive); }},
      {"matmul tiled", [] { return run_matmul(matmul_tiled); }},
  };
  return patterns;
}

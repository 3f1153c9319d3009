// More kernels with counts computed by hand in shape_test.cpp. One warp unless the launch has more.
#include "tests/counters/pattern_runner.h"

using namespace gridmark::tests;
using gridmark::emulation::Meters;

struct Particle {
  float x, y, z;
};
__constant__ float coefficients[64];
__device__ float in_module[64];

__global__ void copy_float2(const float2* in, float2* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_float2_one_on(const float2* in, float2* out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void one_member(const Particle* in, float* out) { out[threadIdx.x] = in[threadIdx.x].x; }
__global__ void three_members(const Particle* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].x + in[threadIdx.x].y + in[threadIdx.x].z;
}
__global__ void three_arrays(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 64] + in[threadIdx.x + 128];
}
__global__ void column_walk(const float* in, float* out) {
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += in[threadIdx.x * 64 + k];
  out[threadIdx.x] = sum;
}
__global__ void halves(const float* in, float* out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = in[threadIdx.x];
  else
    out[threadIdx.x + 32] = in[threadIdx.x + 16] * 2;
}
__global__ void plane(const float* in, float* out) {
  const int at = threadIdx.y * 64 + threadIdx.x;
  out[at] = in[at];
}
/// A thread's sums in an array. Its address stays in the kernel, or leaves it.
template <int sums>
__global__ void local_sums(const float* in, float* out) {
  float sum[sums];
  for (int i = 0; i < sums; ++i) sum[i] = in[threadIdx.x];
  for (int k = 0; k < 10; ++k)
    for (int i = 0; i < sums; ++i) sum[i] += in[k];
  for (int i = 0; i < sums; ++i) out[blockIdx.x * blockDim.x + threadIdx.x] += sum[i];
}
__device__ __attribute__((noinline)) void add_to(float* sum, int count, float more) {
  for (int i = 0; i < count; ++i) sum[i] += more;
}
__global__ void local_sums_elsewhere(const float* in, float* out) {
  float sum[300];
  for (int i = 0; i < 300; ++i) sum[i] = in[threadIdx.x];
  for (int k = 0; k < 10; ++k) add_to(sum, 300, in[k]);
  for (int i = 0; i < 300; ++i) out[blockIdx.x * blockDim.x + threadIdx.x] += sum[i];
}
__global__ void shuffled(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x * 7 % 32]; }
__global__ void stencil(const float* in, float* out) {
  const int i = threadIdx.x + 1;
  out[i] = in[i - 1] + in[i] + in[i + 1];
}
__global__ void add(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1024];
}
__global__ void add_double(const double* in, double* out) { out[threadIdx.x] = in[threadIdx.x] * 2.5 + 1.5; }
__global__ void saxpy(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1000) out[i] = 2.5f * in[i] + out[i];
}
__global__ void device_variable(const float* in, float* out) {
  in_module[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = in_module[threadIdx.x];
}
template <int Divisor>
__global__ void constants(const float*, float* out) {
  out[threadIdx.x] = coefficients[threadIdx.x / Divisor];
}
template <int Words>
__global__ void atomics(const float*, float* out) {
  atomicAdd(&out[threadIdx.x % Words], 1.0f);
}
__global__ void shared_atomics(const float*, float* out) {
  __shared__ unsigned bins[32];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 4], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

template <int Stride>
__global__ void banks(const float*, float* out) {
  __shared__ float s[32 * Stride];
  s[threadIdx.x * Stride] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * Stride];
}
__global__ void wide_stride(const float*, float* out) {
  __shared__ float4 s[64];
  s[threadIdx.x * 2] = make_float4(1, 2, 3, 4);
  __syncthreads();
  reinterpret_cast<float4*>(out)[threadIdx.x] = s[threadIdx.x * 2];
}
__global__ void swizzled(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// Reductions of 128 numbers in shared memory. They differ in the threads that work in each step.
__global__ void reduce_modulo(const float* in, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < 128; step *= 2) {
    if (t % (2 * step) == 0) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
__global__ void reduce_strided(const float* in, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 1; step < 128; step *= 2) {
    const unsigned at = 2 * step * t;
    if (at < 128) s[at] += s[at + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
__global__ void reduce_in_order(const float* in, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned step = 64; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
__global__ void reduce_on_load(const float* in, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = in[t] + in[t + 128];
  __syncthreads();
  for (unsigned step = 64; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
/// The last warp continues alone, with its own barriers.
__global__ void reduce_last_warp(const float* in, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float sum = s[t] + s[t + 32];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (t == 0) out[0] = sum;
  }
}

namespace {

template <class In, class Out>
Meters run(void (*kernel)(const In*, Out*), dim3 block = 32, int blocks = 1) {
  Buffer<In> in(4096);
  Buffer<Out> out(4096);
  return metered([&] { kernel<<<blocks, block>>>(in.get(), out.get()); });
}

/// Two launches. The second is four times as large.
Meters run_small_and_large() {
  Buffer<float> in(4096), out(432 * 32);
  return metered([&] {
    local_sums<300><<<108, 32>>>(in.get(), out.get());
    local_sums<300><<<432, 32>>>(in.get(), out.get());
  });
}

}  // namespace

const std::vector<Pattern>& gridmark::tests::shape_patterns() {
  static const std::vector<Pattern> patterns = {
      {"float2", [] { return run(copy_float2); }},
      {"float2 one on", [] { return run(copy_float2_one_on); }},
      {"one member", [] { return run(one_member); }},
      {"three members", [] { return run(three_members); }},
      {"three arrays", [] { return run(three_arrays); }},
      {"column walk", [] { return run(column_walk); }},
      {"halves", [] { return run(halves); }},
      {"16 local sums", [] { return run(local_sums<16>, 32, 4); }},
      {"300 local sums", [] { return run(local_sums<300>, 32, 4); }},
      {"300 local sums, small and large", run_small_and_large},
      {"300 local sums elsewhere", [] { return run(local_sums_elsewhere, 32, 4); }},
      {"16x16", [] { return run(plane, dim3(16, 16)); }},
      {"8x8", [] { return run(plane, dim3(8, 8)); }},
      {"33 threads", [] { return run(shuffled, 33); }},
      {"shuffled", [] { return run(shuffled); }},
      {"stencil", [] { return run(stencil); }},
      {"add", [] { return run(add, 256, 4); }},
      {"add double", [] { return run(add_double); }},
      {"saxpy", [] { return run(saxpy, 256, 4); }},
      {"device variable", [] { return run(device_variable); }},
      {"constants same", [] { return run(constants<32>); }},
      {"constants by eight", [] { return run(constants<8>); }},
      {"constants all", [] { return run(constants<1>); }},
      {"atomics same", [] { return run(atomics<1>); }},
      {"atomics by four", [] { return run(atomics<4>); }},
      {"atomics distinct", [] { return run(atomics<32>); }},
      {"shared atomics", [] { return run(shared_atomics); }},
      {"banks 4", [] { return run(banks<4>); }},
      {"banks 8", [] { return run(banks<8>); }},
      {"banks 16", [] { return run(banks<16>); }},
      {"wide stride", [] { return run(wide_stride); }},
      {"swizzled", [] { return run(swizzled, dim3(32, 32)); }},
      {"reduce modulo", [] { return run(reduce_modulo, 128); }},
      {"reduce strided", [] { return run(reduce_strided, 128); }},
      {"reduce in order", [] { return run(reduce_in_order, 128); }},
      {"reduce on load", [] { return run(reduce_on_load, 128); }},
      {"reduce last warp", [] { return run(reduce_last_warp, 128); }},
  };
  return patterns;
}

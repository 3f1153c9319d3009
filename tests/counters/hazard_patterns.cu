// Kernels with one wrong memory access each, on the line marked "HERE: name", and their correct twins.
#include "tests/counters/hazard_runner.h"

using namespace gridmark::tests;
using gridmark::emulation::Meters;

// ---- bounds

__global__ void no_bounds_check(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // HERE: global bounds
}
__global__ void static_overrun(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = 0;
  __syncthreads();
  s[threadIdx.x + 1] = 1;  // HERE: static bounds
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void dynamic_overrun(float* out) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;  // HERE: dynamic bounds
  out[threadIdx.x] = 1;
}
__global__ void bounds_ok(float* out, int n) {
  extern __shared__ float s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = 1;
  if (i < n) out[i] = s[threadIdx.x];
}

__constant__ float weights[4];
__device__ float scratch[32];
__device__ float beside[32];

__global__ void device_overrun(float* out) {
  scratch[threadIdx.x + 1] = 1;  // HERE: device bounds
  out[threadIdx.x] = beside[threadIdx.x];
}
static __device__ float own_beside[32];
static __device__ float own[32];
__global__ void static_device_overrun(float* out) {
  out[threadIdx.x] = own[threadIdx.x + 1] += own_beside[threadIdx.x] += 1;  // HERE: static device bounds
}
__global__ void constant_overrun(float* out) {
  out[threadIdx.x] = weights[threadIdx.x % 5];  // HERE: constant bounds
}
__global__ void variables_ok(float* out) {
  scratch[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = scratch[31 - threadIdx.x] + weights[threadIdx.x % 4] + beside[threadIdx.x];
}
__global__ void device_race(float* out) {
  scratch[0] = threadIdx.x;  // HERE: device race
  out[threadIdx.x] = 1;
}
__global__ void neighbour_overrun(float* out) {
  __shared__ float first[32];
  __shared__ float second[32];
  first[threadIdx.x] = second[threadIdx.x] = 0;
  __syncthreads();
  first[threadIdx.x + 1] = 1;  // HERE: neighbour bounds
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

// ---- addresses that a device cannot use

__global__ void misaligned_double(const float* in, double* out) {
  out[threadIdx.x] = reinterpret_cast<const double*>(in + 1)[threadIdx.x];  // HERE: misaligned
}
__global__ void aligned_ok(const float* in, double* out) {
  out[threadIdx.x] = reinterpret_cast<const double*>(in + 2)[threadIdx.x];
}
__global__ void reads(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // HERE: host memory
}
__global__ void local_array_ok(float* out) {
  float mine[8];
  for (int i = 0; i < 8; ++i) mine[i * threadIdx.x % 8] = i;
  float* volatile hidden = mine;
  mine[0] = 1;
  out[threadIdx.x] = hidden[0];
}
struct ManyNumbers {
  float numbers[64];
};
__global__ void argument_ok(ManyNumbers many, float* out) { out[threadIdx.x] = many.numbers[threadIdx.x]; }

// ---- initialisation

__global__ void histogram_never_zeroed(float* out) {
  __shared__ int bins[8];
  atomicAdd(&bins[threadIdx.x & 7], 1);  // HERE: histogram never zeroed
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void exchanged_first_ok(float* out) {
  __shared__ int count[64];
  atomicExch(&count[threadIdx.x], 0);
  atomicAdd(&count[threadIdx.x], 1);
  out[threadIdx.x] = count[threadIdx.x];
}
__global__ void shared_uninitialised(float* out) {
  __shared__ float s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  // HERE: shared uninitialised
}
__global__ void global_uninitialised(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // HERE: global uninitialised
}
struct Padded {
  double a;
  char b;
};
__global__ void padding_ok(Padded* out) {
  __shared__ Padded s[32];
  s[threadIdx.x].a = 1;
  s[threadIdx.x].b = 2;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void copy_padded_ok(const Padded* in, Padded* out) { out[threadIdx.x] = in[threadIdx.x]; }

namespace {

Meters run_bounds_ok() {
  Buffer<float> out(100);
  return metered([&] { bounds_ok<<<2, 64, 64 * sizeof(float)>>>(out.get(), 100); });
}
Meters run_padding() {
  Buffer<Padded> out(32, false), copy(32, false);
  return metered([&] {
    padding_ok<<<1, 32>>>(out.get());
    copy_padded_ok<<<1, 32>>>(out.get(), copy.get());
  });
}
template <class Get>
Meters run_reads(Get get) {
  Buffer<float> out(256);
  const float* in = get();
  return metered([&] { reads<<<1, 32>>>(in, out.get()); });
}
const float* host_array() {
  static float numbers[64];
  static float* const on_heap = new float[64]();
  return numbers[0] == 0 ? on_heap : numbers;
}
const float* pinned_array() {
  static float* numbers = nullptr;
  if (!numbers) cudaMallocHost(&numbers, 64 * sizeof(float));
  return numbers;
}
Meters run_argument() {
  Buffer<float> out(64);
  return metered([&] { argument_ok<<<1, 64>>>(ManyNumbers{}, out.get()); });
}
Meters run_double_free(bool twice) {
  return metered([&] {
    float* memory;
    cudaMalloc(&memory, 64);
    cudaFree(memory);
    if (twice) cudaFree(memory);  // HERE: double free
    cudaGetLastError();
  });
}

}  // namespace

const std::vector<Pattern>& gridmark::tests::hazard_patterns() {
  static const std::vector<Pattern> patterns = {
      {"global bounds", [] { return run<float>(no_bounds_check, 64, 2, 0, 100); }},
      {"static bounds", [] { return run<float>(static_overrun, 32); }},
      {"dynamic bounds", [] { return run<float>(dynamic_overrun, 64, 1, 128); }},
      {"bounds, ok", run_bounds_ok},
      {"device bounds", [] { return run<float>(device_overrun, 32); }},
      {"static device bounds", [] { return run<float>(static_device_overrun, 32); }},
      {"constant bounds", [] { return run<float>(constant_overrun, 32); }},
      {"variables, ok", [] { return run<float>(variables_ok, 32); }},
      {"device race", [] { return run<float>(device_race, 32); }},
      {"neighbour bounds", [] { return run<float>(neighbour_overrun, 32); }},
      {"misaligned", [] { return run_in_out<float, double>(misaligned_double, 32); }},
      {"aligned, ok", [] { return run_in_out<float, double>(aligned_ok, 32); }},
      {"host memory", [] {
         emulation::Meters meters = run_reads(host_array);
         cudaDeviceReset();  // without it, all later calls would return the error
         return meters;
       }},
      {"pinned, ok", [] { return run_reads(pinned_array); }},
      {"local array, ok", [] { return run<float>(local_array_ok, 32); }},
      {"argument, ok", run_argument},
      {"double free", [] { return run_double_free(true); }},
      {"double free, ok", [] { return run_double_free(false); }},
      {"histogram never zeroed", [] { return run<float>(histogram_never_zeroed, 64); }},
      {"exchanged first, ok", [] { return run<float>(exchanged_first_ok, 64); }},
      {"shared uninitialised", [] { return run<float>(shared_uninitialised, 64); }},
      {"global uninitialised", [] { return run_in_out<float, float>(global_uninitialised, 64, 1, false); }},
      {"padding, ok", run_padding},
  };
  return patterns;
}

// A counted worker like a submission's. Its meters are honest, or forged as the test requests.
#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "tests/channel/forge.h"
#include "tests/channel/forger.h"

using gridmark::channel::DeviceArray;
using gridmark::channel::Forge;

extern "C" void __tsan_read4(void*);

namespace {

constexpr int blocks = 200, threads = 64, launches = 2;

__device__ void double_mine(const float* in, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = 2 * in[i];
}

__global__ void twice(const float* in, float* out, int n) { double_mine(in, out, n); }

__global__ void twice_and_forge(const float* in, float* out, int n, void (*forge)()) {
  double_mine(in, out, n);
  if (threadIdx.x == 0) forge();
}

__attribute__((noinline, no_sanitize("thread"))) float load(const float* at) { return *at; }

/// Every block reads all elements without announcing them.
__global__ void unannounced(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += load(in + i);
  out[threadIdx.x] = sum;
}

/// Every block announces all elements without reading them.
__global__ void idle(const float* in, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) __tsan_read4(const_cast<float*>(in + i));
  out[threadIdx.x] = 1;
}

void launch(const std::string& how, const float* in, float* out, int n) {
  if (how == "in a kernel")
    twice_and_forge<<<blocks, threads>>>(in, out, n, halve_meters);
  else if (how == "unannounced")
    unannounced<<<blocks, threads>>>(in, out, n);
  else if (how == "idle")
    idle<<<blocks, threads>>>(in, out, n);
  else
    twice<<<blocks, threads>>>(in, out, n);
  cudaDeviceSynchronize();
}

void work(const std::string& how, const float* in, float* out, int n) {
  if (how == "the reply") halve_replies();
  if (how == "without a kernel") return add_to_meters();
  if (how == "a pretended grid") return pretend_a_grid();
  for (int i = 0; i < launches; ++i) {
    launch(how, in, out, n);
    if (how == "between kernels" && i == 0) halve_meters();
  }
  if (how == "after the kernels") halve_meters();
}

}  // namespace

GRIDMARK_OPERATION(Forge, op) {
  const DeviceArray<float> in(op.in, "in");
  DeviceArray<float> out(op.out.size(), "out");
  if (op.how == "with a timeline") gridmark::channel::keep_timeline();
  gridmark::channel::begin_graded_section();
  work(op.how, in.data(), out.data(), static_cast<int>(op.out.size()));
  gridmark::channel::end_graded_section();
  out.copy_to(op.out);
  return {};
}

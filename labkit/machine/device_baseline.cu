#include "labkit/machine/device_baseline.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

namespace gridmark::machine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int repetitions = 5;
constexpr int threads = 256;

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(std::string("the device failed: ") + cudaGetErrorString(error));
}

__global__ void nothing() {}

__global__ void copy(float* to, const float* from, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) to[i] = from[i];
}

__global__ void multiply_add(float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 1, b = 2, c = 3, d = 4;
  for (int round = 0; round < rounds; ++round) {
    a = a * 0.5f + 1;
    b = b * 0.5f + 1;
    c = c * 0.5f + 1;
    d = d * 0.5f + 1;
  }
  out[i] = a + b + c + d;
}

/// The shortest time of some runs of `work` in seconds, with the device idle before and after each.
template <class Work>
double best_seconds(Work work) {
  double best = 1e9;
  for (int i = 0; i < repetitions; ++i) {
    require(cudaDeviceSynchronize());
    const auto begin = Clock::now();
    work();
    require(cudaDeviceSynchronize());
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

/// Seconds of one launch, measured over enough launches in a row to take some milliseconds. A single run may
/// take less time than a launch.
template <class Launch>
double seconds_of_one(Launch launch) {
  constexpr double enough = 5e-3;
  for (int launches = 1;; launches *= 4) {
    const double seconds = best_seconds([=] {
      for (int i = 0; i < launches; ++i) launch();
    });
    if (seconds >= enough) return seconds / launches;
  }
}

double launch_seconds() {
  constexpr int launches = 200;
  return best_seconds([] {
           for (int i = 0; i < launches; ++i) nothing<<<1, 1>>>();
         }) /
         launches;
}

double bandwidth(float* a, const float* b, int size) {
  const double seconds = seconds_of_one([=] { copy<<<(size + threads - 1) / threads, threads>>>(a, b, size); });
  return 2.0 * sizeof(float) * size / seconds;
}

double flops(float* out, int size) {
  constexpr int rounds = 1024, flops_per_round = 8;
  const double seconds = seconds_of_one([=] { multiply_add<<<size / threads, threads>>>(out, rounds); });
  return static_cast<double>(size) * rounds * flops_per_round / seconds;
}

double copy_seconds(float* to, const std::vector<float>& from, int size) {
  return best_seconds([&] { require(cudaMemcpy(to, from.data(), size * sizeof(float), cudaMemcpyHostToDevice)); });
}

}  // namespace

DeviceBaseline measure_device() {
  DeviceBaseline measured;
  cudaDeviceProp properties{};
  require(cudaGetDeviceProperties(&properties, 0));
  require(cudaRuntimeGetVersion(&measured.runtime_version));
  measured.name = properties.name;
  measured.multiprocessors = properties.multiProcessorCount;
  // Each array has four times the bytes of the second-level cache, and the threads fill a large device.
  const int size = std::max(1 << 22, properties.l2CacheSize), part = 1 << 18;
  float *a = nullptr, *b = nullptr;
  require(cudaMalloc(&a, size * sizeof(float)));
  require(cudaMalloc(&b, size * sizeof(float)));
  require(cudaMemset(b, 0, size * sizeof(float)));
  const std::vector<float> host(size, 1.0f);
  const double large = copy_seconds(a, host, size);
  measured.copy_alpha_seconds = copy_seconds(a, host, 1);
  measured.copy_beta_bytes_per_second =
      (size - 1) * sizeof(float) / std::max(large - measured.copy_alpha_seconds, 1e-9);
  measured.bytes_per_second = bandwidth(a, b, size);
  measured.flops_per_second = flops(a, part);
  measured.launch_seconds = launch_seconds();
  require(cudaFree(a));
  require(cudaFree(b));
  return measured;
}

}  // namespace gridmark::machine

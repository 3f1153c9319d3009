// NvmlSource's view of the emulated device. Exit code 0 if it is right.
#include <cmath>
#include <cstdio>

#include "labkit/services/nvml_source.h"
#include "labkit/services/system_clock.h"

__global__ void spin(float* x) {
  for (int i = 0; i < 1000; ++i) x[threadIdx.x] += 1;
}

static int wrong = 0;
static void expect(bool right, const char* words) {
  if (right) return;
  std::printf("nvml.cu: %s\n", words);
  wrong = 1;
}

int main() {
  namespace services = gridmark::services;
  services::NvmlSource source;
  const services::MetricSample before = source.sample();
  expect(std::abs(before.time - services::SystemClock().now()) < 60, "the sample's time is not now");
  int count = 0;
  expect(cudaGetDeviceCount(&count) == cudaSuccess && count > 0, "there is no device");
  expect(before.devices.size() == static_cast<std::size_t>(count), "NVML and the runtime disagree on how many GPUs there are");
  cudaDeviceProp properties;
  expect(cudaGetDeviceProperties(&properties, 0) == cudaSuccess, "the device has no properties");
  const services::DeviceMetrics& idle = before.devices.at(0);
  expect(idle.gpu == 0 && idle.name == properties.name && idle.uuid.rfind("GPU-", 0) == 0, "name or uuid is another one");
  expect(idle.memory_total_bytes == static_cast<double>(properties.totalGlobalMem), "the memory is another size");
  expect(idle.power_watts > 0 && idle.temperature_celsius > 0, "power or temperature is missing");

  float* x = nullptr;
  expect(cudaMalloc(reinterpret_cast<void**>(&x), 100 << 20) == cudaSuccess, "no memory");
  for (int i = 0; i < 2000; ++i) spin<<<1, 32>>>(x);
  expect(cudaDeviceSynchronize() == cudaSuccess, "the kernels fail");
  const services::DeviceMetrics busy = source.sample().devices.at(0);
  expect(busy.memory_used_bytes - idle.memory_used_bytes >= 100 << 20, "100 MiB are allocated, and not used");
  expect(busy.busy_ratio > idle.busy_ratio && busy.busy_ratio <= 1, "kernels ran, and the GPU is not busy");
  cudaFree(x);
  return wrong;
}

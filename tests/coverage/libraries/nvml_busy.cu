// Feature: NVML of working devices: busy share, memory share, power, energy and bus traffic in modelled time
// Link: -lnvidia-ml
// Flavours: fast
// because the kernels have billions of threads.
// Nvcc: no, because not every toolkit has nvml.h
#include <nvml.h>

#include <cmath>

#include "../check.h"

#define NVML(call) CHECK((call) == NVML_SUCCESS)

__global__ void nothing() {}

const std::vector<char> data(16 << 20);

/// The modelled milliseconds of `work`.
template <class Work>
float time_of(Work work) {
  static cudaEvent_t begin = [] { cudaEvent_t event; CUDA(cudaEventCreate(&event)); return event; }();
  static cudaEvent_t end = [] { cudaEvent_t event; CUDA(cudaEventCreate(&event)); return event; }();
  CUDA(cudaEventRecord(begin));
  work();
  CUDA(cudaEventRecord(end));
  CUDA(cudaEventSynchronize(end));
  float milliseconds = 0;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  return milliseconds;
}

float compute(float milliseconds) {
  float passed = 0;
  while (passed < milliseconds) passed += time_of([] { nothing<<<200000, 1024>>>(); });
  return passed;
}

float copy(char* to, float milliseconds) {
  float passed = 0;
  while (passed < milliseconds)
    passed += time_of([&] { CUDA(cudaMemcpy(to, data.data(), data.size(), cudaMemcpyHostToDevice)); });
  return passed;
}

bool near(double value, double expected, double by) { return std::fabs(value - expected) <= by; }

int main() {
  nvmlDevice_t device;
  NVML(nvmlInit());
  NVML(nvmlDeviceGetHandleByIndex(0, &device));
  nvmlUtilization_t rates;
  unsigned idle_power = 0, power = 0, number = 0;
  unsigned long long reasons = 0, energy = 0;
  NVML(nvmlDeviceGetUtilizationRates(device, &rates));
  CHECK(rates.gpu == 0 && rates.memory == 0);
  NVML(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons));
  CHECK(reasons == nvmlClocksThrottleReasonGpuIdle);
  NVML(nvmlDeviceGetPowerUsage(device, &idle_power));

  // Two kernels and two copies, alternating. Half of the shortest period is kernels, all uses memory.
  char* to;
  CUDA(cudaMalloc(&to, data.size()));
  const float quarter = 1000.f / 6 / 4;
  float busy = compute(quarter), all = busy;
  all += copy(to, quarter);
  NVML(nvmlDeviceGetPcieThroughput(device, NVML_PCIE_UTIL_RX_BYTES, &number));
  CHECK(near(number, data.size() / 1e3 / (time_of([&] { copy(to, 0.01f); }) / 1e3), 0.05 * number));
  NVML(nvmlDeviceGetPcieThroughput(device, NVML_PCIE_UTIL_TX_BYTES, &number));
  CHECK(number == 0);
  const float second = compute(quarter);
  busy += second, all += second;
  all += copy(to, quarter);
  NVML(nvmlDeviceGetUtilizationRates(device, &rates));
  CHECK(near(rates.gpu, 50, 2) && rates.memory >= 98);
  std::printf("%u %u, %f of %f ms\n", rates.gpu, rates.memory, busy, all);
  NVML(nvmlDeviceGetPowerUsage(device, &power));
  unsigned limit = 0;
  NVML(nvmlDeviceGetEnforcedPowerLimit(device, &limit));
  CHECK(near(power, (idle_power + limit) / 2.0, 0.02 * limit));
  NVML(nvmlDeviceGetTotalEnergyConsumption(device, &energy));
  CHECK(near(energy, (limit * busy + idle_power * (all - busy)) / 1e3, 0.05 * energy));
  NVML(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons));
  CHECK(reasons == nvmlClocksThrottleReasonNone);

  // The program is the device's only process.
  nvmlProcessInfo_t process;
  number = 0;
  CHECK(nvmlDeviceGetComputeRunningProcesses(device, &number, nullptr) == NVML_ERROR_INSUFFICIENT_SIZE);
  CHECK(number == 1);
  NVML(nvmlDeviceGetComputeRunningProcesses(device, &number, &process));
  CHECK(process.usedGpuMemory >= data.size());
  CUDA(cudaFree(to));
  NVML(nvmlShutdown());
  return coverage::result();
}

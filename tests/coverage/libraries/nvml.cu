// Feature: NVML: devices, names, memory, clocks, temperature, power, limits, thresholds, processes
// Link: -lnvidia-ml
// Nvcc: no, because not every toolkit has nvml.h
#include <nvml.h>

#include <cstring>

#include "../check.h"

#define NVML(call) CHECK((call) == NVML_SUCCESS)

int main() {
  unsigned count = 0, number = 0;
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  NVML(nvmlInit());
  NVML(nvmlDeviceGetCount(&count));
  int devices = 0;
  CUDA(cudaGetDeviceCount(&devices));
  CHECK(count == unsigned(devices));
  nvmlDevice_t device, same;
  NVML(nvmlDeviceGetHandleByIndex(0, &device));
  CHECK(nvmlDeviceGetHandleByIndex(count, &same) == NVML_ERROR_INVALID_ARGUMENT);
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  char text[96];
  NVML(nvmlDeviceGetName(device, text, sizeof text));
  CHECK(std::strcmp(text, properties.name) == 0);
  CHECK(nvmlDeviceGetName(device, text, 2) == NVML_ERROR_INSUFFICIENT_SIZE);
  NVML(nvmlDeviceGetUUID(device, text, sizeof text));
  NVML(nvmlDeviceGetHandleByUUID(text, &same));
  CHECK(same == device);

  nvmlMemory_t before, after;
  NVML(nvmlDeviceGetMemoryInfo(device, &before));
  void* memory;
  CUDA(cudaMalloc(&memory, 64 << 20));
  NVML(nvmlDeviceGetMemoryInfo(device, &after));
  CHECK(after.used - before.used >= 64u << 20 && after.total == before.total &&
        after.free + after.used == after.total);
  nvmlProcessInfo_t process;
  unsigned processes = 0;
  CHECK(nvmlDeviceGetComputeRunningProcesses(device, &processes, nullptr) == NVML_ERROR_INSUFFICIENT_SIZE);
  CHECK(processes == 1);
  NVML(nvmlDeviceGetComputeRunningProcesses(device, &processes, &process));
  CHECK(process.usedGpuMemory >= 64u << 20);
  CUDA(cudaFree(memory));

  NVML(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &number));
  CHECK(number > 0);
  NVML(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &number));
  CHECK(number > 0 && number < 100);
  NVML(nvmlDeviceGetPowerUsage(device, &number));
  CHECK(number > 0);
  unsigned limit = 0, least = 0, most = 0, slowdown = 0, shutdown = 0;
  NVML(nvmlDeviceGetEnforcedPowerLimit(device, &limit));
  CHECK(number < limit);
  NVML(nvmlDeviceGetPowerManagementLimitConstraints(device, &least, &most));
  CHECK(least <= limit && limit <= most);
  NVML(nvmlDeviceGetTemperatureThreshold(device, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN, &slowdown));
  NVML(nvmlDeviceGetTemperatureThreshold(device, NVML_TEMPERATURE_THRESHOLD_SHUTDOWN, &shutdown));
  CHECK(slowdown < shutdown);
  unsigned clock = 0, most_clock = 0;
  NVML(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &clock));
  NVML(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &most_clock));
  CHECK(clock <= most_clock);
  CHECK(nvmlDeviceGetFanSpeed(device, &number) == NVML_ERROR_NOT_SUPPORTED);
  nvmlUtilization_t rates;
  NVML(nvmlDeviceGetUtilizationRates(device, &rates));
  CHECK(rates.gpu <= 100);
  CHECK(std::strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
  NVML(nvmlShutdown());
  return coverage::result();
}

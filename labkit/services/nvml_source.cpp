#include "labkit/services/nvml_source.h"

#include <nvml.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "labkit/services/system_clock.h"

namespace gridmark::services {
namespace {

/// A number times `scale`, or NaN if NVML had none.
double number(nvmlReturn_t answer, double value, double scale = 1) {
  return answer == NVML_SUCCESS ? value * scale : std::numeric_limits<double>::quiet_NaN();
}

template <class Ask>
std::string text(Ask ask, nvmlDevice_t device) {
  std::array<char, 128> bytes{};
  return ask(device, bytes.data(), static_cast<unsigned>(bytes.size())) == NVML_SUCCESS ? bytes.data() : "";
}

std::optional<DeviceMetrics> metrics_of(unsigned index) {
  nvmlDevice_t device = nullptr;
  if (nvmlDeviceGetHandleByIndex(index, &device) != NVML_SUCCESS) return std::nullopt;
  DeviceMetrics metrics{static_cast<int>(index), text(nvmlDeviceGetName, device),
                        text(nvmlDeviceGetUUID, device)};
  if (metrics.uuid.empty()) return std::nullopt;  // lost, it does not answer any more
  nvmlUtilization_t busy{};
  nvmlMemory_t memory{};
  unsigned celsius = 0, milliwatts = 0;
  const nvmlReturn_t has_busy = nvmlDeviceGetUtilizationRates(device, &busy);
  const nvmlReturn_t has_memory = nvmlDeviceGetMemoryInfo(device, &memory);
  const nvmlReturn_t has_celsius = nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &celsius);
  const nvmlReturn_t has_power = nvmlDeviceGetPowerUsage(device, &milliwatts);
  metrics.busy_ratio = number(has_busy, busy.gpu, 1e-2);
  metrics.memory_used_bytes = number(has_memory, static_cast<double>(memory.used));
  metrics.memory_total_bytes = number(has_memory, static_cast<double>(memory.total));
  metrics.temperature_celsius = number(has_celsius, celsius);
  metrics.power_watts = number(has_power, milliwatts, 1e-3);
  return metrics;
}

}  // namespace

NvmlSource::NvmlSource() {
  if (const nvmlReturn_t answer = nvmlInit(); answer != NVML_SUCCESS)
    throw std::runtime_error(std::string("NVML does not start: ") + nvmlErrorString(answer) +
                             ". `nvidia-smi` shows whether the driver runs");
}

NvmlSource::~NvmlSource() { nvmlShutdown(); }

MetricSample NvmlSource::sample() {
  MetricSample all{SystemClock().now(), {}};
  unsigned count = 0;
  if (nvmlDeviceGetCount(&count) != NVML_SUCCESS) return all;
  for (unsigned index = 0; index < count; ++index)
    if (auto metrics = metrics_of(index)) all.devices.push_back(std::move(*metrics));
  return all;
}

}  // namespace gridmark::services

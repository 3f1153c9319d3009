#pragma once
// What a training gets from its surroundings: the time, and how its devices are.
//
// Code that takes these by reference can be tried with a clock and with devices of the test's own, and runs
// with the real ones (system_clock.h, nvml_source.h) where a person starts it.
#include <string>
#include <vector>

namespace gridmark::services {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Seconds since 1970-01-01 00:00 UTC, with fractions.
  virtual double now() const = 0;
};

/// One GPU at one moment.
struct DeviceMetrics {
  int gpu = 0;            ///< as the driver counts
  std::string name = {};  ///< "NVIDIA H200"; any bytes but NUL
  std::string uuid = {};  ///< "GPU-8f2c..."
  double busy_ratio = 0;  ///< 0 to 1: how much of the last sample period a kernel ran in
  double memory_used_bytes = 0;
  double memory_total_bytes = 0;
  double temperature_celsius = 0;
  double power_watts = 0;
};

/// All GPUs at one moment. A value that could not be read is NaN; a GPU that did not answer is left out.
struct MetricSample {
  double time = 0;  ///< as Clock::now()
  std::vector<DeviceMetrics> devices;
};

class MetricSource {
 public:
  virtual ~MetricSource() = default;
  virtual MetricSample sample() = 0;
};

}  // namespace gridmark::services

#pragma once
// The inputs of a training from its environment: the time and the state of its devices.
//
// Code that takes these by reference can be tested with a test clock and test devices. In a normal run it
// uses the real ones (system_clock.h, nvml_source.h).
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
  int gpu = 0;            ///< the driver's index
  std::string name = {};  ///< "NVIDIA H200", any bytes except NUL
  std::string uuid = {};  ///< "GPU-8f2c..."
  double busy_ratio = 0;  ///< 0 to 1: the share of the last sample period in which a kernel ran
  double memory_used_bytes = 0;
  double memory_total_bytes = 0;
  double temperature_celsius = 0;
  double power_watts = 0;
};

/// All GPUs at one moment. A value that could not be read is NaN. A GPU that did not answer is left out.
struct MetricSample {
  double time = 0;  ///< from Clock::now()
  std::vector<DeviceMetrics> devices;
};

class MetricSource {
 public:
  virtual ~MetricSource() = default;
  virtual MetricSample sample() = 0;
};

}  // namespace gridmark::services

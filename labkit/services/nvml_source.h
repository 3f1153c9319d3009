#pragma once
// The GPUs of this computer, as NVIDIA's management library reports them.
#include "labkit/services/services.h"

namespace gridmark::services {

/// Reads all GPUs through NVML. The emulated device has an NVML too, which uses modelled time.
///
/// link    -lgridmark_services. A program for GPUs also needs -lnvidia-ml
/// values  busy_ratio is NVML's: the share of the last sample period, 1/6 to 1 s, in which any kernel ran.
///         One thread that runs all the time makes it 1. A value that a GPU does not have is NaN, and a GPU
///         that does not answer is left out.
/// source  NVML API Reference, nvmlUtilization_t
class NvmlSource : public MetricSource {
 public:
  /// errors  std::runtime_error: NVML does not start, with its reason
  NvmlSource();
  ~NvmlSource() override;
  NvmlSource(const NvmlSource&) = delete;
  NvmlSource& operator=(const NvmlSource&) = delete;

  MetricSample sample() override;
};

}  // namespace gridmark::services

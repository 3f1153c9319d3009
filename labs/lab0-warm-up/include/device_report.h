#pragma once
// The contract of your device_report.cu: which devices does this machine have?
//
// Functions that return a cudaError_t return the errors of CUDA. All functions must also clear errors with
// cudaGetLastError(), or the check after the next launch would report an old one. The current device must
// stay current, except in select_device().
#include <cuda_runtime.h>

#include <cstddef>
#include <string>

struct DeviceInfo {
  std::string name;
  int major = 0, minor = 0;         ///< compute capability: 8 and 0 for 8.0
  std::size_t total_bytes = 0;      ///< of the device's memory
  std::size_t free_bytes = 0;       ///< free now
  std::size_t allocated_bytes = 0;  ///< all bytes that are not free now, of any process
};

/// CUDA 12.4 is major 12, minor 4.
struct Versions {
  int driver_major = 0, driver_minor = 0;    ///< the newest CUDA that the driver supports
  int runtime_major = 0, runtime_minor = 0;  ///< the CUDA that this program was built with
};

/// returns  the number of devices, or 0 without an error if there is none
int count_devices();

/// Fills in `info` for device `device`. The current device may be another one.
///
/// errors  cudaErrorInvalidDevice if there is no such device. Then `info` must stay unchanged
cudaError_t describe_device(int device, DeviceInfo& info);

/// Fills in `versions`.
cudaError_t read_versions(Versions& versions);

/// Makes device `device` current.
///
/// errors  cudaErrorInvalidDevice if there is no such device. Then the current device must stay current
cudaError_t select_device(int device);

/// A report for people, with one line for each device. Each line ends with '\n':
///
///   device 0: NVIDIA A100, compute capability 8.0, 40960 MiB, 40519 MiB free
///
/// MiB are bytes / 1048576, rounded down. If there is no device, the only line is
///
///   no CUDA device: nothing here can run a kernel
std::string device_report();

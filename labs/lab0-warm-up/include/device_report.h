#pragma once
// What is there to compute on: what your device_report.cu implements.
//
// Common to all: errors of CUDA are returned, and none is left behind for cudaGetLastError(), where the check
// after somebody's next launch would take it for its own. The device that is current stays current, except
// in select_device().
#include <cuda_runtime.h>

#include <cstddef>
#include <string>

struct DeviceInfo {
  std::string name;
  int major = 0, minor = 0;         ///< compute capability: 8 and 0 for 8.0
  std::size_t total_bytes = 0;      ///< of the device's memory
  std::size_t free_bytes = 0;       ///< now
  std::size_t allocated_bytes = 0;  ///< now, by everybody: what is not free
};

/// CUDA 12.4 is major 12, minor 4.
struct Versions {
  int driver_major = 0, driver_minor = 0;    ///< the newest CUDA that the driver serves
  int runtime_major = 0, runtime_minor = 0;  ///< the CUDA that this program was built with
};

/// returns  how many devices there are; 0, and no error, where there is none
int count_devices();

/// Fills in `info` about device `device`, whichever device is current.
///
/// errors  cudaErrorInvalidDevice: there is no such device; `info` is unchanged
cudaError_t describe_device(int device, DeviceInfo& info);

/// Fills in `versions`.
cudaError_t read_versions(Versions& versions);

/// Makes device `device` current.
///
/// errors  cudaErrorInvalidDevice: there is no such device; the device that was current still is
cudaError_t select_device(int device);

/// What a person wants to know, a line for each device, and each line ends with '\n':
///
///   device 0: NVIDIA A100, compute capability 8.0, 40960 MiB, 40519 MiB free
///
/// MiB are bytes / 1048576, rounded down. Where there is no device, the line is
///
///   no CUDA device: nothing here can run a kernel
std::string device_report();

#pragma once
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Keeps `error` for cudaGetLastError on this host thread, and returns it. Success changes nothing.
cudaError_t remember(cudaError_t error);

/// Clears this host thread's error. It does not count as read.
void forget_last_error();

/// Error of a kernel's fault. Every call that concerns the device returns it until cudaDeviceReset().
cudaError_t sticky_error();
void forget_sticky_error();
/// The error that prevents all work on the device: the sticky error, or that there is no device.
cudaError_t device_error();
/// `error`, or the device's.
inline cudaError_t with_faults(cudaError_t error) {
  const cudaError_t fault = device_error();
  return fault != cudaSuccess ? fault : error;
}

}  // namespace gridmark::emulation

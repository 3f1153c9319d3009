#pragma once
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Keeps `error` for cudaGetLastError on this host thread, and hands it on. Success changes nothing.
cudaError_t remember(cudaError_t error);

/// On this host thread; nobody has seen it.
void forget_last_error();

/// What a fault of a kernel left behind: until cudaDeviceReset() every call that concerns the device returns
/// it.
cudaError_t sticky_error();
void forget_sticky_error();
/// Why nothing can be done on the device: the sticky error, or that there is no device.
cudaError_t device_error();
/// `error`, or the device's.
inline cudaError_t with_faults(cudaError_t error) {
  const cudaError_t fault = device_error();
  return fault != cudaSuccess ? fault : error;
}

}  // namespace gridmark::emulation

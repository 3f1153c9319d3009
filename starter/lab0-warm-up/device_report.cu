// Lab 0, part 1: which devices does this machine have?
// Read device_report.h first: it holds the contract.
#include "device_report.h"

// ----------------------------------------------------------------------------------------------------
// 1. How many devices are there?

int count_devices() {
  // TODO: call cudaGetDeviceCount. It returns an error if there is no device or no driver. In that case
  // return 0, and call cudaGetLastError() to clear the error, so that later checks do not find it.
  return -1;
}

// ----------------------------------------------------------------------------------------------------
// 2. Describe device number `device`.

cudaError_t describe_device(int device, DeviceInfo& info) {
  // TODO: use cudaGetDeviceProperties for name and compute capability, and cudaMemGetInfo for free and
  // total memory. cudaMemGetInfo reports the *current* device. So make `device` current for that call, and
  // then make the earlier device current again. Change `info` only after every call has worked.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. The versions of CUDA.

cudaError_t read_versions(Versions& versions) {
  // TODO: cudaDriverGetVersion and cudaRuntimeGetVersion give 1000 * major + 10 * minor: 12040 is 12.4.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 4. Select a device.

cudaError_t select_device(int device) {
  // TODO: call cudaSetDevice and return its error, but clear the error with cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 5. A report for people.

std::string device_report() {
  // TODO: write one line for each device, or the one line for none, exactly as device_report.h shows.
  return "";
}

// Lab 0, part 1: what is there to compute on?
// Read device_report.h first: it holds the contract.
#include "device_report.h"

// ----------------------------------------------------------------------------------------------------
// 1. How many devices are there?

int count_devices() {
  // TODO: ask cudaGetDeviceCount. Where there is no device, or no driver, it returns an error: take that
  // for 0 devices, and call cudaGetLastError() so that the error does not wait there for somebody else.
  return -1;
}

// ----------------------------------------------------------------------------------------------------
// 2. What is device number `device`?

cudaError_t describe_device(int device, DeviceInfo& info) {
  // TODO: name and compute capability come from cudaGetDeviceProperties, free and total memory from
  // cudaMemGetInfo. The second speaks of the *current* device: make `device` current for that call, and
  // the device from before current again. Change `info` only when every call has worked.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 3. Which CUDA is this?

cudaError_t read_versions(Versions& versions) {
  // TODO: cudaDriverGetVersion and cudaRuntimeGetVersion give 1000 * major + 10 * minor: 12040 is 12.4.
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 4. Choose one.

cudaError_t select_device(int device) {
  // TODO: cudaSetDevice. Return its error, and leave none behind for cudaGetLastError().
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 5. For people.

std::string device_report() {
  // TODO: a line for each device, or the one line for none, exactly as device_report.h shows them.
  return "";
}

// Lab 0, part 1: which devices does this machine have?
// Read device_report.h first: it holds the contract.
#include "device_report.h"

// ----------------------------------------------------------------------------------------------------
// 1. How many devices are there?

// BEGIN SOLUTION count_devices
//: int count_devices() {
//:   // TODO: call cudaGetDeviceCount. It returns an error if there is no device or no driver. In that case
//:   // return 0, and call cudaGetLastError() to clear the error, so that later checks do not find it.
//:   return -1;
//: }
int count_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // clears the error
  return 0;
}
// END SOLUTION count_devices

// ----------------------------------------------------------------------------------------------------
// 2. Describe device number `device`.

// BEGIN SOLUTION describe_device
//: cudaError_t describe_device(int device, DeviceInfo& info) {
//:   // TODO: use cudaGetDeviceProperties for name and compute capability, and cudaMemGetInfo for free and
//:   // total memory. cudaMemGetInfo reports the *current* device. So make `device` current for that call, and
//:   // then make the earlier device current again. Change `info` only after every call has worked.
//:   return cudaErrorNotSupported;
//: }
cudaError_t describe_device(int device, DeviceInfo& info) {
  cudaDeviceProp properties;
  cudaError_t error = cudaGetDeviceProperties(&properties, device);
  int before = 0;
  if (error == cudaSuccess) error = cudaGetDevice(&before);
  if (error == cudaSuccess) error = cudaSetDevice(device);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return error;
  }

  std::size_t free_bytes = 0, total_bytes = 0;
  error = cudaMemGetInfo(&free_bytes, &total_bytes);
  cudaSetDevice(before);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return error;
  }
  info = {properties.name, properties.major, properties.minor,
          total_bytes,     free_bytes,       total_bytes - free_bytes};
  return cudaSuccess;
}
// END SOLUTION describe_device

// ----------------------------------------------------------------------------------------------------
// 3. The versions of CUDA.

// BEGIN SOLUTION read_versions
//: cudaError_t read_versions(Versions& versions) {
//:   // TODO: cudaDriverGetVersion and cudaRuntimeGetVersion give 1000 * major + 10 * minor: 12040 is 12.4.
//:   return cudaErrorNotSupported;
//: }
cudaError_t read_versions(Versions& versions) {
  int driver = 0, runtime = 0;
  cudaError_t error = cudaDriverGetVersion(&driver);
  if (error == cudaSuccess) error = cudaRuntimeGetVersion(&runtime);
  if (error != cudaSuccess) {
    cudaGetLastError();
    return error;
  }
  versions = {driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10};
  return cudaSuccess;
}
// END SOLUTION read_versions

// ----------------------------------------------------------------------------------------------------
// 4. Select a device.

// BEGIN SOLUTION select_device
//: cudaError_t select_device(int device) {
//:   // TODO: call cudaSetDevice and return its error, but clear the error with cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
cudaError_t select_device(int device) {
  const cudaError_t error = cudaSetDevice(device);
  if (error != cudaSuccess) cudaGetLastError();
  return error;
}
// END SOLUTION select_device

// ----------------------------------------------------------------------------------------------------
// 5. A report for people.

// BEGIN SOLUTION device_report
//: std::string device_report() {
//:   // TODO: write one line for each device, or the one line for none, exactly as device_report.h shows.
//:   return "";
//: }
std::string device_report() {
  constexpr std::size_t mib = 1048576;
  const int count = count_devices();
  if (count == 0) return "no CUDA device: nothing here can run a kernel\n";

  std::string report;
  for (int device = 0; device < count; ++device) {
    DeviceInfo info;
    const std::string start = "device " + std::to_string(device) + ": ";
    if (const cudaError_t error = describe_device(device, info); error != cudaSuccess) {
      report += start + cudaGetErrorString(error) + "\n";
      continue;
    }
    report += start + info.name + ", compute capability " + std::to_string(info.major) + "." +
              std::to_string(info.minor) + ", " + std::to_string(info.total_bytes / mib) + " MiB, " +
              std::to_string(info.free_bytes / mib) + " MiB free\n";
  }
  return report;
}
// END SOLUTION device_report

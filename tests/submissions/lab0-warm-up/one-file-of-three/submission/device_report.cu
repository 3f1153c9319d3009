// Lab 0, part 1: what is there to compute on?
// Read device_report.h first: it holds the contract.
#include "device_report.h"

// ----------------------------------------------------------------------------------------------------
// 1. How many devices are there?

int count_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // read, and so cleared
  return 0;
}

// ----------------------------------------------------------------------------------------------------
// 2. What is device number `device`?

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

// ----------------------------------------------------------------------------------------------------
// 3. Which CUDA is this?

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

// ----------------------------------------------------------------------------------------------------
// 4. Choose one.

cudaError_t select_device(int device) {
  const cudaError_t error = cudaSetDevice(device);
  if (error != cudaSuccess) cudaGetLastError();
  return error;
}

// ----------------------------------------------------------------------------------------------------
// 5. For people.

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

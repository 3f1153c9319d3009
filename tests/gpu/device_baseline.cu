// Prints the GPU's best rates as one line of JSON.
#include <cstdio>
#include <stdexcept>

#include "labkit/machine/device_baseline.h"

int main() {
  try {
    const gridmark::machine::DeviceBaseline device = gridmark::machine::measure_device();
    std::printf(
        "{\"name\":\"%s\",\"multiprocessors\":%d,\"runtime_version\":%d,\"bytes_per_second\":%.6g,"
        "\"flops_per_second\":%.6g,\"launch_seconds\":%.6g,\"copy_alpha_seconds\":%.6g,"
        "\"copy_beta_bytes_per_second\":%.6g}\n",
        device.name.c_str(), device.multiprocessors, device.runtime_version, device.bytes_per_second,
        device.flops_per_second, device.launch_seconds, device.copy_alpha_seconds, device.copy_beta_bytes_per_second);
    return 0;
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

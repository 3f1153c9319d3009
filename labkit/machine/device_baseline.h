#pragma once
// What a device can do, measured in a second or two: the ceilings of its roofline, and the price of launches
// and copies.
#include <string>

namespace gridmark::machine {

struct DeviceBaseline {
  std::string name;
  int multiprocessors = 0;
  int runtime_version = 0;                ///< as cudaRuntimeGetVersion: 1000 * major + 10 * minor
  double bytes_per_second = 0;            ///< of global memory, reads and writes of a copy together
  double flops_per_second = 0;            ///< FP32, a multiply-add is two operations
  double launch_seconds = 0;              ///< of one empty kernel in a row of 200
  double copy_alpha_seconds = 0;          ///< of a copy of one float to the device
  double copy_beta_bytes_per_second = 0;  ///< of a large copy to the device, without alpha
};

/// Measures device 0. The same source measures the emulated device and a GPU.
///
/// errors  std::runtime_error: a call of the runtime failed
DeviceBaseline measure_device();

}  // namespace gridmark::machine

#pragma once
#include <string>
#include <vector>

#include "grader/core/cuda_machine.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/measurement.h"

namespace gridmark {

/// The device that runs a lab's kernels.
struct DeviceChoice {
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};  ///< UUIDs, as many as the lab needs, none on the emulated device
  bool compile_only = false;           ///< there is a device compiler but no device
  std::string note = {};               ///< one message for the user, or empty
  std::string gpu_words = {};          ///< "NVIDIA H100 80GB HBM3, driver 550.54.15", for records
};

/// wish  the value of --device: "auto", "emulated" or "cuda". `auto` uses a GPU if one can be used.
///
/// errors  usage: the lab does not allow that device. toolchain: the machine lacks parts that --device cuda
///         needs, and the message lists all of them
Result<DeviceChoice> choose_device(const std::string& wish, const CudaMachine& machine, const Lab& lab);

/// "NVIDIA H100 80GB HBM3, driver 550.54.15, nvcc 13.0", or a list of the missing parts.
std::string describe(const CudaMachine& machine);

}  // namespace gridmark

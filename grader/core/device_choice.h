#pragma once
#include <string>
#include <vector>

#include "grader/core/cuda_machine.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/measurement.h"

namespace gridmark {

/// Where a lab's kernels will run.
struct DeviceChoice {
  Device device = Device::emulated;
  std::vector<std::string> gpus = {};  ///< UUIDs, as many as the lab asks for; none on the emulated device
  bool compile_only = false;           ///< there is a compiler for the device, and nothing to run on
  std::string note = {};               ///< one message for whoever started the command; empty: nothing to say
  std::string gpu_words = {};          ///< "NVIDIA H100 80GB HBM3, driver 550.54.15", for records
};

/// wish  what --device says: "auto", "emulated" or "cuda". `auto` takes a GPU where one can be used.
///
/// errors  usage: the lab is not for that device; toolchain: the machine lacks what --device cuda needs, and
///         the message says all of it
Result<DeviceChoice> choose_device(const std::string& wish, const CudaMachine& machine, const Lab& lab);

/// "NVIDIA H100 80GB HBM3, driver 550.54.15, nvcc 13.0", or what is missing.
std::string describe(const CudaMachine& machine);

}  // namespace gridmark

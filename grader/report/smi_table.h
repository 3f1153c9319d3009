#pragma once
// The tables of nvidia-smi for emulated devices. Pure.
#include <string>
#include <vector>

#include "protocol/device_states.h"

namespace gridmark::report {

/// One row of devices for all programs. Memory and busy time are added. The warmest and slowest values count.
/// In the model each program has separate devices, so this shows the sum on one machine.
DeviceStates joined_states(const std::vector<DeviceStates>& programs, const DeviceStates& idle);

struct SmiPicture {
  DeviceStates devices;
  std::vector<DeviceStates> programs;  ///< programs that use the devices
  std::vector<int> chosen;             ///< indices of the devices to show
  std::string time;                    ///< wall-clock time
  std::string note;                    ///< a line below: the origin of the figures
};

/// The output of `gridmark smi`.
std::string print_smi_table(const SmiPicture& picture);
/// "GPU 0: gridmark emulated device (UUID: GPU-...)", a line for each.
std::string print_smi_list(const SmiPicture& picture);

}  // namespace gridmark::report

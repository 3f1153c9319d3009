#pragma once
// The tables of nvidia-smi, of emulated devices; pure.
#include <string>
#include <vector>

#include "protocol/device_states.h"

namespace gridmark::report {

/// One row of devices for all programs: memory and busy time are added up, the warmest and slowest counts.
/// Each program has devices of its own in the model, so this is what they would come to on one machine.
DeviceStates joined_states(const std::vector<DeviceStates>& programs, const DeviceStates& idle);

struct SmiPicture {
  DeviceStates devices;
  std::vector<DeviceStates> programs;  ///< that use them
  std::vector<int> chosen;             ///< devices to show
  std::string time;                    ///< of the clock on the wall
  std::string note;                    ///< a line below: where the figures come from
};

/// What `gridmark smi` shows.
std::string print_smi_table(const SmiPicture& picture);
/// "GPU 0: gridmark emulated device (UUID: GPU-...)", a line for each.
std::string print_smi_list(const SmiPicture& picture);

}  // namespace gridmark::report

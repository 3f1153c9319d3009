#pragma once
// What a sensor of the declared device would read now, as the model has it: a script's samples where
// GRIDMARK_NVML_SCRIPT names one, else from what the device did. Callers hold the device lock.
#include <cstdint>
#include <optional>
#include <string>

#include "emulation/timeline/work.h"
#include "protocol/device_states.h"

namespace gridmark::emulation {

/// An A100-SXM4-40GB. Idle power, temperature and limit: public tables of nvidia-smi. Least limit and the
/// three temperatures: public listings of `nvidia-smi -q` with limits of 100 to 400 W. How much a watt warms
/// the board is a choice: nothing calibrates it.
struct BoardProfile {
  double idle_watts = DeviceState{}.watts, limit_watts = DeviceState{}.limit_watts, least_limit_watts = 100;
  double idle_celsius = DeviceState{}.celsius, celsius_per_watt = 0.1;
  unsigned operating_celsius = 85, slowdown_celsius = 89, shutdown_celsius = 92;
};
inline constexpr BoardProfile board_profile;

struct BoardSample {
  double gpu_share = 0, memory_share = 0;  ///< of the last sampling period, 0 to 1
  double watts = 0, celsius = 0;
  double sm_megahertz = 0;
};

BoardSample sample_board(int device, Nanoseconds now);
/// Since the program's start.
double board_joules(int device, Nanoseconds now);

/// NVML's reasons, as its bits.
std::uint64_t throttle_reasons(const BoardSample& sample);

/// What is wrong with the file that GRIDMARK_NVML_SCRIPT names; empty: nothing, or no file is named.
const std::string& broken_board_script();

}  // namespace gridmark::emulation

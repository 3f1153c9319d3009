#pragma once
// Modelled sensor readings of the declared device: a script's samples if GRIDMARK_NVML_SCRIPT names one,
// otherwise computed from the device's activity. Callers must hold the device lock.
#include <cstdint>
#include <optional>
#include <string>

#include "emulation/timeline/work.h"
#include "protocol/device_states.h"

namespace gridmark::emulation {

/// An A100-SXM4-40GB. Idle power, temperature and limit are from public tables of nvidia-smi. The least limit
/// and the three temperatures are from public listings of `nvidia-smi -q` with limits of 100 to 400 W. The
/// warming per watt is a choice without a calibration.
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

/// The error in the file that GRIDMARK_NVML_SCRIPT names. Empty if there is none, or no file is named.
const std::string& broken_board_script();

}  // namespace gridmark::emulation

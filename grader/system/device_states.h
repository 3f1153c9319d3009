#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"
#include "protocol/device_states.h"

namespace gridmark::system {

/// What a file of states holds. Nothing where it is no such file: another size, no mark, numbers out of
/// range.
std::optional<DeviceStates> parse_device_states(std::string_view bytes);

/// Of this user's running programs, by their process. Files of processes that have ended are removed; files
/// that are not what they should be are passed over.
std::vector<DeviceStates> running_device_states();

/// The declared device while nothing uses it, as GRIDMARK_DEVICES and GRIDMARK_DEVICE_MEMORY_MIB ask.
DeviceStates idle_device_states();

struct WatchedProgram {
  int exit_code = 0;                  ///< as a shell has it: 128 and the signal's number
  std::vector<DeviceStates> samples;  ///< one for each second of modelled time, and the last
};

/// Runs a program of the user's, with the terminal's input and output, to its end.
///
/// errors  usage: it cannot be started
Result<WatchedProgram> watch_program(const std::vector<std::string>& command);

/// Whether NVIDIA's driver is there.
bool has_real_gpu();

/// "2026/11/28 01:02:03.456", in local time.
std::string local_time();

/// False when it is to stop.
bool sleep_seconds(double seconds, const StopFlag& stop);

}  // namespace gridmark::system

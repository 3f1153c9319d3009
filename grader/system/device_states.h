#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/system/stop_flag.h"
#include "protocol/device_states.h"

namespace gridmark::system {

/// The contents of a file of states. Empty if it is not one: wrong size, no mark, or numbers out of range.
std::optional<DeviceStates> parse_device_states(std::string_view bytes);

/// The states of this user's running programs, ordered by process. Files of ended processes are removed.
/// Malformed files are skipped.
std::vector<DeviceStates> running_device_states();

/// The declared device when no program uses it, from GRIDMARK_DEVICES and GRIDMARK_DEVICE_MEMORY_MIB.
DeviceStates idle_device_states();

struct WatchedProgram {
  int exit_code = 0;                  ///< as in a shell: 128 and the signal's number
  std::vector<DeviceStates> samples;  ///< one for each second of modelled time, and the last
};

/// Runs a program of the user to its end, with the terminal's input and output.
///
/// errors  usage: it cannot be started
Result<WatchedProgram> watch_program(const std::vector<std::string>& command);

/// Whether NVIDIA's driver is installed.
bool has_real_gpu();

/// "2026/11/28 01:02:03.456", in local time.
std::string local_time();

/// False if a stop was requested.
bool sleep_seconds(double seconds, const StopFlag& stop);

}  // namespace gridmark::system

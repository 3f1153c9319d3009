#pragma once
// The state of emulated devices that a running program publishes for `gridmark smi`. The file holds one
// DeviceStates and is replaced as a unit. All figures are modelled. Memory is the allocated memory.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>

namespace gridmark {

/// One device. The default values are those of the declared device when it is idle (docs/emulation.md has the
/// sources).
struct DeviceState {
  double gpu_share = 0, memory_share = 0;  ///< of the last sampling period, 0 to 1
  double watts = 62, limit_watts = 400;
  double celsius = 29;
  double sm_megahertz = 1410, most_sm_megahertz = 1410, memory_megahertz = 1215;
  std::uint64_t throttle_reasons = 1;  ///< NVML's bits: idle
  std::uint64_t memory_used = 0, memory_total = std::uint64_t{8192} << 20;
};

struct DeviceStates {
  static constexpr std::size_t most_devices = 16;
  static constexpr std::array<char, 16> marked{"gridmark smi 1\n"};

  std::array<char, 16> mark = marked;
  std::int64_t process = 0;
  std::uint64_t process_start = 0;    ///< from /proc/PID/stat, because a process id may be used again later
  double seconds = 0;                 ///< modelled seconds since the program's start
  std::array<char, 64> program = {};  ///< name, terminated by 0
  std::uint64_t devices = 1;
  std::array<DeviceState, most_devices> device = {};
};
static_assert(std::is_trivially_copyable_v<DeviceStates>);

inline constexpr const char* declared_device_name = "gridmark emulated device";
inline constexpr const char* declared_driver = "550.54.15";

inline std::string device_uuid(int index) {
  char text[64];
  std::snprintf(text, sizeof text, "GPU-67726964-6d61-726b-0000-%012d", index);
  return text;
}

inline std::string device_bus_id(int index) {
  char text[32];
  std::snprintf(text, sizeof text, "00000000:%02X:00.0", static_cast<unsigned>(index + 1) & 0xff);
  return text;
}

/// The file's name in the folder of published states.
inline std::string state_file_name(std::int64_t process) { return std::to_string(process) + ".state"; }

}  // namespace gridmark

#pragma once
// The emulated device: the limits of compute capability 8.0, with the sizes of a large data-centre part.
#include <cstddef>

#include "protocol/device_states.h"

namespace gridmark::emulation {

struct DeviceProfile {
  const char* name = declared_device_name;
  int major = 8, minor = 0;
  unsigned threads_per_block = 1024;
  unsigned most_block_x = 1024, most_block_y = 1024, most_block_z = 64;
  unsigned most_grid_x = 2147483647, most_grid_yz = 65535;
  std::size_t shared_bytes_per_block = 48 * 1024;
  std::size_t shared_bytes_per_block_opt_in = 163 * 1024;
  std::size_t shared_bytes_per_processor = 164 * 1024;
  std::size_t shared_bytes_reserved_per_block = 1024;
  int processors = 108;
  int threads_per_processor = 2048;
  int blocks_per_processor = 32;
  int registers = 65536;
  int registers_of_a_thread = 32;  ///< assumed for every kernel, because none is compiled for a device
  std::size_t constant_bytes = 64 * 1024;
  int clock_khz = 1410000, memory_clock_khz = 1215000, memory_bus_bits = 5120;
  int l2_bytes = 40 << 20;
  int access_policy_window_bytes = 134213632;
};
inline constexpr DeviceProfile device_profile;

constexpr int runtime_version = 12040;  ///< 12.4

}  // namespace gridmark::emulation

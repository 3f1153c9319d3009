#pragma once
// Modelled time: what cudaEventElapsedTime tells. It depends on what a program asks for and on the declared
// profile, never on the machine, so that it is the same in every run.
//
// Theory of operation
// Every stream has a clock, and so has the host. A command starts when the one before it in its stream has
// ended, those that it waits for have ended, and the host has submitted it; a call that waits moves the
// host's clock to the end of what it waited for. Streams therefore overlap as they would on a device with
// room for everything.
#include <cstddef>
#include <cstdint>

#include "emulation/runtime/ledger.h"
#include "emulation/runtime/operation.h"

namespace gridmark::emulation {

struct TimeModel {
  Nanoseconds submission = 1000;    ///< of the host, per command
  Nanoseconds kernel_start = 2500;  ///< from a kernel's turn to its first thread
  Nanoseconds copy_start = 8000;    ///< over the bus
  Nanoseconds local_start = 1500;   ///< copies and fills inside the device
  Nanoseconds host_function = 5000;
  double bus_bytes_per_ns = 12;       ///< page-locked or not
  double memory_bytes_per_ns = 1555;  ///< read or written
  double bytes_per_thread = 16;       ///< what a kernel is taken to move where nobody counts
};
inline constexpr TimeModel time_model;

inline Nanoseconds copy_time(CopyDirection direction, std::size_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (direction == CopyDirection::device_to_device)
    return time_model.local_start + 2 * size / time_model.memory_bytes_per_ns;
  return time_model.copy_start + size / time_model.bus_bytes_per_ns;
}

inline Nanoseconds fill_time(std::size_t bytes) {
  return time_model.local_start + static_cast<double>(bytes) / time_model.memory_bytes_per_ns;
}

inline Nanoseconds kernel_time(std::uint64_t threads) {
  return time_model.kernel_start +
         static_cast<double>(threads) * time_model.bytes_per_thread / time_model.memory_bytes_per_ns;
}

}  // namespace gridmark::emulation

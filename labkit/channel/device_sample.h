#pragma once
#include <cstdint>

namespace gridmark::channel {

/// What a real device says of an operation's graded sections, in whole numbers, as a reply has them. All 0 on
/// the emulated device.
struct DeviceSample {
  std::uint64_t event_nanoseconds =
      0;  ///< by CUDA events around the student's function, device-wide waiting included
  std::uint64_t host_nanoseconds = 0;  ///< the same by the host's clock
  std::uint64_t sm_mhz = 0;            ///< clock of the multiprocessors at the end; 0 where unknown
  std::uint64_t slowed_by = 0;         ///< NVML's clocks-event reasons at the end
  std::uint64_t used_bytes = 0;  ///< of the device's memory, by all programs, once the operation is over
};

/// Adds up to the next call. Defined by the worker's device; without one it is all 0.
DeviceSample take_device_sample();

/// What a call of the runtime in the adaptor gave. On a real device an error that ends all work there ends
/// the worker, too, with a message for the student; everything else is let pass.
///
/// code  a cudaError_t
void note_device_error(int code);

}  // namespace gridmark::channel

#pragma once
#include <cstdint>

namespace gridmark::channel {

/// Measurements of a GPU during an operation's graded sections, in whole numbers as in a reply. All are 0 on
/// the emulated device.
struct DeviceSample {
  std::uint64_t event_nanoseconds =
      0;  ///< by CUDA events around the student's function, device-wide waiting included
  std::uint64_t host_nanoseconds = 0;  ///< the same, by the host's clock
  std::uint64_t sm_mhz = 0;            ///< clock rate of the multiprocessors at the end, 0 if unknown
  std::uint64_t slowed_by = 0;         ///< NVML's clocks-event reasons at the end
  std::uint64_t used_bytes = 0;        ///< device memory used by all programs after the operation
};

/// The sums since the last call. The worker's device defines this function. Without a GPU all sums are 0.
DeviceSample take_device_sample();

/// Handles the result of a CUDA call in the adaptor. On a GPU, an error after which no work is possible also
/// ends the worker, with a message for the student. All other errors are ignored.
///
/// code  a cudaError_t
void note_device_error(int code);

}  // namespace gridmark::channel

#pragma once
// One graded section on a GPU: from the flushed cache to the end of the work.
#include <cstdint>

#include "labkit/channel/device_sample.h"

namespace gridmark::cuda {

/// Waits for the device, flushes its L2 cache, releases the lines that were set to persist in it, and then
/// starts the clock. Does nothing without a working device.
void begin_section();

/// Waits for all streams and stops the clock. The measurements are summed until take_sample().
void end_section();

/// The sums over the sections since the last call, and the memory in use now.
channel::DeviceSample take_sample();

}  // namespace gridmark::cuda

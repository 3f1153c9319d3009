#pragma once
// One graded section on a real device: from the flushed cache to the last of the work.
#include <cstdint>

#include "labkit/channel/device_sample.h"

namespace gridmark::cuda {

/// Waits for the device, flushes its L2 cache and gives back what lines were set aside to persist in it, then
/// starts the clock. Without a working device: nothing.
void begin_section();

/// Waits for all streams and stops the clock. What a section took is added up until take_sample().
void end_section();

/// What the sections since the last call took, and the memory in use now.
channel::DeviceSample take_sample();

}  // namespace gridmark::cuda

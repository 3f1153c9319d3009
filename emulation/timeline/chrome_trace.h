#pragma once
// A timeline in the format of chrome://tracing, Perfetto and similar viewers: the JSON of the "Trace Event
// Format" (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU), with the
// categories and argument names that PyTorch's profiler (kineto) uses for events on a GPU.
#include <ostream>

#include "emulation/timeline.h"

namespace gridmark::emulation {

/// Writes a process for the host and one for each device, and a thread for each stream. Times become
/// microseconds. Each command has the call that queued it, which took the host `submission_ns`, and an arrow
/// from there.
void write_chrome_trace(std::ostream& to, const Timeline& timeline, double submission_ns);

}  // namespace gridmark::emulation

#pragma once
// Where a submission looks at a clock, so that a fault of timing has a line.
//
// Theory of operation. std::chrono's clocks are functions of the C++ library, and a program's own definition
// of such a function comes before the library's: the worker defines both, reads the same clock of the system,
// and tells the watch who called. Events are told by the emulated device. Only calls of the thread that began
// to watch count: the device's threads look at clocks, too.

namespace gridmark::channel {

enum class ClockUse {
  read,   ///< std::chrono's now(), or the time between two events
  marked  ///< an event was put into a stream
};

/// caller  return address of the call
using ClockWatch = void (*)(ClockUse use, const void* caller);

/// Reports what this thread does with clocks to `watch`, until it is told to report to null.
void watch_clocks(ClockWatch watch);

}  // namespace gridmark::channel

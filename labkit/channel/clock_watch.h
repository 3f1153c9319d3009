#pragma once
// Finds the source line where a submission reads a clock, so that a timing fault has a place.
//
// Theory of operation. std::chrono's clocks are functions of the C++ library. A definition in the program
// takes precedence over the library's. So the worker defines both functions, reads the same system clock, and
// reports the caller to the watch. The emulated device reports events. Only calls of the thread that started
// the watch count, because the device's threads read clocks too.

namespace gridmark::channel {

enum class ClockUse {
  read,   ///< std::chrono's now(), or the time between two events
  marked  ///< an event was put into a stream
};

/// caller  the return address of the call
using ClockWatch = void (*)(ClockUse use, const void* caller);

/// Reports the clock use of this thread to `watch`. Null stops the reports.
void watch_clocks(ClockWatch watch);

}  // namespace gridmark::channel

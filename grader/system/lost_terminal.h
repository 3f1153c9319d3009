#pragma once
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// Keeps a lost connection (SIGHUP) from ending this process. Its output to the terminal is then discarded.
/// Call it after stop_on_signals().
void outlive_the_terminal();

/// Waits for `seconds`, or until a stop is requested.
///
/// returns  whether a stop was requested
bool wait_or_stop(const StopFlag& stop, double seconds);

}  // namespace gridmark::system

#pragma once
#include "grader/system/stop_flag.h"

namespace gridmark::system {

/// A lost connection (SIGHUP) ends this process no more: what it says to a terminal goes nowhere from then
/// on. Call it after stop_on_signals().
void outlive_the_terminal();

/// Waits so long, or until a stop is requested.
///
/// returns  is it?
bool wait_or_stop(const StopFlag& stop, double seconds);

}  // namespace gridmark::system

#pragma once
#include "emulation/engine/grid_run.h"

namespace gridmark::emulation {

/// Ends the running block because none of its threads can go on.
[[noreturn]] void end_with_deadlock();
/// Reports that blocks wait for their grid while others have ended.
void report_grid_deadlock(const GridRun& run);

}  // namespace gridmark::emulation

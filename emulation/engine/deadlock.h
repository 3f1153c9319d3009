#pragma once
#include "emulation/engine/grid_run.h"

namespace gridmark::emulation {

/// No thread of the running block can go on.
[[noreturn]] void end_with_deadlock();
/// Blocks wait for their grid, and others have ended.
void report_grid_deadlock(const GridRun& run);

}  // namespace gridmark::emulation

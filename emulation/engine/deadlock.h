#pragma once
#include "emulation/engine/grid_run.h"

namespace gridmark::emulation {

/// Blocks wait for their grid, and others have ended.
void report_grid_deadlock(const GridRun& run);

}  // namespace gridmark::emulation

#pragma once
#include "gridmark/engine.h"

namespace gridmark::emulation {

/// Runs a whole grid and returns when it is done.
void run_grid(const Grid& grid);

}  // namespace gridmark::emulation

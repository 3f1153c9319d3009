#pragma once
// Launches that failed and whose error the program looked at: no defect, but the cause of an error that it
// returns.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The last launch of the metered section that failed with `error` ("cudaErrorInvalidConfiguration"), and
/// whose error somebody has asked for: what was asked of it, and where. An empty message where there is
/// none. The counted flavour defines it; who calls it has a weak definition for the other one.
Finding launch_that_failed_with(const std::string& error);

}  // namespace gridmark::emulation

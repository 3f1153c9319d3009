#pragma once
// Failed launches whose error the program checked. They are not defects, but each can be the cause of an
// error that the program returns.
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// The last launch of the metered section that failed with `error` ("cudaErrorInvalidConfiguration") and
/// whose error the program has read: the shape that it asked for, and where. An empty message if there is
/// none. The counted flavour defines it. A caller needs a weak definition for the fast flavour.
Finding launch_that_failed_with(const std::string& error);

}  // namespace gridmark::emulation

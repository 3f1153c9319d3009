#pragma once
// Uses NVIDIA's compute-sanitizer to explain a failure on a GPU.
#include <optional>

#include "emulation/meters.h"
#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// Sends `request` to a fresh fast worker under each of the tool's checks, until one reports something. A
/// submission can print such a report itself. So the result explains a failure and decides nothing.
///
/// returns  the finding, or nothing if no compute-sanitizer was given (--sanitizer)
std::optional<emulation::Finding> seen_by_sanitizer(const Request& request);

}  // namespace gridmark::channel

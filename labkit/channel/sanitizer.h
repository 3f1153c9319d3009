#pragma once
// A failure on a GPU, looked into with NVIDIA's compute-sanitizer.
#include <optional>

#include "emulation/meters.h"
#include "labkit/channel/reply.h"

namespace gridmark::channel {

/// Asks `request` of a fresh fast worker under each of the tool's checks in turn, until one sees
/// something. A submission can print such a report itself: what comes back explains a failure and decides
/// nothing.
///
/// returns  what was seen; nothing where no compute-sanitizer was given (--sanitizer)
std::optional<emulation::Finding> seen_by_sanitizer(const Request& request);

}  // namespace gridmark::channel

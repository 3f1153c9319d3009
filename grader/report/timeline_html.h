#pragma once
#include <string>

#include "grader/core/timeline.h"

namespace gridmark::report {

/// One page below 600 KiB for a timeline of any length: figures, streams as tracks with the critical path,
/// and the same as tables. All values are modelled.
std::string print_timeline_html(const std::string& title, const DeviceTimeline& timeline);

}  // namespace gridmark::report

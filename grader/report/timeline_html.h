#pragma once
#include <string>

#include "grader/core/timeline.h"

namespace gridmark::report {

/// One page, below 600 KiB however long the timeline is: figures, streams as tracks with the critical path,
/// and the same as tables. All of it modelled.
std::string print_timeline_html(const std::string& title, const DeviceTimeline& timeline);

}  // namespace gridmark::report

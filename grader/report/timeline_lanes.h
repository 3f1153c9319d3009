#pragma once
#include "base/time_spans.h"
#include "grader/core/timeline.h"
#include "grader/report/html_template.h"
#include "grader/report/timeline_figures.h"

namespace gridmark::report::html {

/// The detail of the lanes: `width` units from left to right. Neighbours of one kind that are closer than
/// half a unit are drawn as one.
struct LaneScale {
  TimeSpan window;
  double width;
};

/// A lane for the host, one for each stream, and one for each device that shows when copies and kernels
/// overlap.
Data lanes_data(const DeviceTimeline& timeline, const std::vector<CriticalStep>& path,
                const LaneScale& scale);

/// How many rectangles a drawing has.
std::size_t rectangles(const Data& lanes);

}  // namespace gridmark::report::html

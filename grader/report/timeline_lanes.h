#pragma once
#include "base/time_spans.h"
#include "grader/core/timeline.h"
#include "grader/report/html_template.h"
#include "grader/report/timeline_figures.h"

namespace gridmark::report::html {

/// How finely lanes are drawn: `width` units from left to right. Neighbours of one kind that lie closer than
/// half a unit are drawn as one.
struct LaneScale {
  TimeSpan window;
  double width;
};

/// A lane for the host, for each stream, and for each device where copies and kernels run at once.
Data lanes_data(const DeviceTimeline& timeline, const std::vector<CriticalStep>& path,
                const LaneScale& scale);

/// How many rectangles a drawing has.
std::size_t rectangles(const Data& lanes);

}  // namespace gridmark::report::html

#pragma once
// Figures of a timeline. All are modelled, like its times. Pure.
#include <map>
#include <string>
#include <vector>

#include "base/time_spans.h"
#include "grader/core/timeline.h"

namespace gridmark::report {

/// From the first begin to the last end, of the host and all devices. Both are 0 if there is nothing.
TimeSpan window_of(const DeviceTimeline& timeline);

bool computes(const TimelineCommand& command);  ///< a kernel, a library call or a collective
bool moves(const TimelineCommand& command);     ///< a copy

struct DeviceFigures {
  double busy = 0;     ///< time in which something computed
  double copying = 0;  ///< time in which a copy ran
  double both = 0;     ///< time in which both happened
  double exposed() const { return copying - both; }
};

/// The figures of each device.
std::map<int, DeviceFigures> figures_of(const DeviceTimeline& timeline);

/// How long the host waited.
double waited(const DeviceTimeline& timeline);

/// A piece of the critical path.
struct CriticalStep {
  enum class What { command, queueing, unknown };
  What what;
  std::size_t command = 0;  ///< index of the command, if it is one
  double begin = 0, end = 0;
};

/// Goes back from the command that ends last. Each command began when the one before it in the path ended, or
/// when the host queued it. In the second case the path continues with the command that the host waited for
/// before that. The last step comes first.
std::vector<CriticalStep> critical_path(const DeviceTimeline& timeline);

}  // namespace gridmark::report

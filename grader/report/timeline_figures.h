#pragma once
// Figures of a timeline. All of them are modelled, as its times are. Pure.
#include <map>
#include <string>
#include <vector>

#include "base/time_spans.h"
#include "grader/core/timeline.h"

namespace gridmark::report {

/// From the first thing that anybody does to the last. Both 0 without any.
TimeSpan window_of(const DeviceTimeline& timeline);

bool computes(const TimelineCommand& command);  ///< a kernel, a library's call or a collective
bool moves(const TimelineCommand& command);     ///< a copy

struct DeviceFigures {
  double busy = 0;     ///< time in which something computed
  double copying = 0;  ///< time in which a copy ran
  double both = 0;     ///< time in which both did
  double exposed() const { return copying - both; }
};

/// By device.
std::map<int, DeviceFigures> figures_of(const DeviceTimeline& timeline);

/// How long the host waited.
double waited(const DeviceTimeline& timeline);

/// A piece of the critical path.
struct CriticalStep {
  enum class What { command, queueing, unknown };
  What what;
  std::size_t command = 0;  ///< its index, where it is one
  double begin = 0, end = 0;
};

/// Back from the command that ends last: each began when the one before it in the path ended, or when the
/// host had queued it. The host had queued it after it had waited for another, and so on. The last step comes
/// first.
std::vector<CriticalStep> critical_path(const DeviceTimeline& timeline);

}  // namespace gridmark::report

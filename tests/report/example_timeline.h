#pragma once
#include "grader/core/timeline.h"

namespace gridmark::report {

TimelineCommand command(CommandKind kind, int stream, const char* name, double begin, double end);
inline TimelineCommand command(CommandKind kind, int stream, const std::string& name, double begin,
                               double end) {
  return command(kind, stream, name.c_str(), begin, end);
}

/// Two copies on one stream, each followed by a kernel on another, and a host that queues all of it first.
DeviceTimeline two_streams();

}  // namespace gridmark::report

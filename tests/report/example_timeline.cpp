#include "tests/report/example_timeline.h"

namespace gridmark::report {

TimelineCommand command(CommandKind kind, int stream, const char* name, double begin, double end) {
  TimelineCommand one;
  one.kind = kind;
  one.basis = kind == CommandKind::copy ? LengthBasis::bytes : LengthBasis::shape;
  one.stream = stream;
  one.name = name;
  one.begin = one.queued = begin;
  one.end = end;
  return one;
}

DeviceTimeline two_streams() {
  DeviceTimeline timeline;
  timeline.commands = {
      command(CommandKind::copy, 1, "copy", 2, 7), command(CommandKind::copy, 1, "copy", 7, 12),
      command(CommandKind::kernel, 2, "work", 7, 11), command(CommandKind::kernel, 2, "work", 12, 16)};
  for (TimelineCommand& one : timeline.commands) one.queued = 2;
  for (TimelineCommand& one : timeline.commands)
    one.place = one.kind == CommandKind::copy ? "prefetch.cu:8" : "prefetch.cu:9";
  timeline.waits = {{"cudaDeviceSynchronize", 3, 16}};
  timeline.ranges = {{"step", 0, 3}, {"epoch", 0, 16}};
  timeline.host_waits = 1;
  timeline.end = 16;
  return timeline;
}

}  // namespace gridmark::report

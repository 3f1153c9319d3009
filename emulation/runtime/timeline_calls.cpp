// <gridmark/timeline.h>, for programs.
#include "base/time_spans.h"
#include "emulation/runtime/streams.h"
#include "emulation/timeline/record.h"
#include "gridmark/timeline.h"

namespace gridmark::timeline {
namespace {

Span told(const emulation::Span& span) {
  return {name_of(span.kind), name_of(span.basis), name_of(span.direction),
          span.device,        span.stream,         span.name,
          span.bytes,         span.flops,          span.submitted_ns,
          span.begin_ns,      span.end_ns,         span.correlation,
          span.place.file,    span.place.line};
}

bool computes(const Span& span, int device) {
  return span.device == device &&
         (span.kind == "kernel" || span.kind == "library" || span.kind == "collective");
}

}  // namespace

Timeline read() {
  const emulation::Timeline seen = emulation::read_timeline();
  Timeline timeline;
  for (const emulation::Span& span : seen.spans) timeline.spans.push_back(told(span));
  for (const emulation::HostWait& wait : seen.waits)
    timeline.waits.push_back({wait.name, wait.begin_ns, wait.end_ns});
  for (const emulation::NamedRange& range : seen.ranges)
    timeline.ranges.push_back({range.name, range.thread, range.begin_ns, range.end_ns});
  timeline.host_waits = seen.host_waits;
  timeline.left_out = seen.left_out;
  timeline.begin_ns = seen.begin_ns;
  timeline.end_ns = seen.end_ns;
  return timeline;
}

void reset() {
  const emulation::DeviceLock lock(emulation::device_mutex());
  emulation::Streams::instance().restart_timeline();
}

void keep_places(bool wanted) {
  const emulation::DeviceLock lock(emulation::device_mutex());
  emulation::keep_calls(wanted);
}

double busy_share(const Timeline& timeline, int device) {
  const double whole = timeline.end_ns - timeline.begin_ns;
  std::vector<TimeSpan> busy;
  for (const Span& span : timeline.spans)
    if (computes(span, device)) busy.push_back({span.begin_ns, span.end_ns});
  return whole > 0 ? covered(common(busy, {{timeline.begin_ns, timeline.end_ns}})) / whole : 0;
}

}  // namespace gridmark::timeline

#include "emulation/timeline/record.h"

#include <algorithm>
#include <tuple>

namespace gridmark::emulation {
namespace {

struct KeptSpan {
  Span span;
  std::shared_ptr<const CallStack> calls;
};

struct Kept {
  std::vector<KeptSpan> spans;
  Timeline rest;
};

Kept& kept() {
  static auto* all = new Kept;
  return *all;
}

bool calls_wanted = false;

/// Keeps one more, unless there are too many.
template <class T>
bool add(std::vector<T>& to, T one) {
  if (to.size() == Timeline::most_spans) return false;
  to.push_back(std::move(one));
  return true;
}

}  // namespace

bool keeps_calls() { return calls_wanted; }
void keep_calls(bool wanted) { calls_wanted = wanted; }

void keep_span(const Work& work) {
  const Cost& cost = *work.cost;
  if (cost.time == 0 || work.span.submitted_ns <= kept().rest.begin_ns) return;
  KeptSpan one{work.span, work.calls};
  one.span.begin_ns = work.begin;
  one.span.end_ns = work.end;
  one.span.bytes = cost.bytes;
  one.span.flops = cost.flops;
  one.span.basis = cost.basis;
  if (!add(kept().spans, std::move(one))) ++kept().rest.left_out;
}

void keep_wait(const HostWait& wait) {
  ++kept().rest.host_waits;
  add(kept().rest.waits, wait);
}

void keep_range(const NamedRange& range) { add(kept().rest.ranges, range); }

Timeline kept_timeline() {
  Timeline timeline = kept().rest;
  for (const KeptSpan& one : kept().spans) {
    timeline.spans.push_back(one.span);
    if (one.calls) timeline.spans.back().place = source_place(*one.calls);
  }
  std::sort(timeline.spans.begin(), timeline.spans.end(), [](const Span& one, const Span& other) {
    return std::tie(one.begin_ns, one.correlation, one.end_ns, one.name) <
           std::tie(other.begin_ns, other.correlation, other.end_ns, other.name);
  });
  return timeline;
}

void restart_timeline(Nanoseconds now) {
  kept() = {};
  kept().rest.begin_ns = now;
}

}  // namespace gridmark::emulation

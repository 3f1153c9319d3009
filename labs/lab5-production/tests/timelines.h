#pragma once
// Timelines from tests or from the device, and the correct summary of each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/time_spans.h"
#include "labkit/channel/ask.h"
#include "labkit/channel/reply_timeline.h"
#include "labkit/inputs/any.h"
#include "labs/lab5-production/profiling_operations.h"

namespace gridmark::lab5 {

using channel::holds;
using channel::Span;
using channel::Timeline;
using emulation::NamedRange;
using inputs::any_between;
using inputs::any_values;
using Kind = Span::Kind;

/// A timeline, written command by command. Times are in microseconds, as in reports.
class Script {
 public:
  Script& command(Kind kind, const std::string& name, double queued, double begin, double end, std::uint64_t stream = 7,
                  int device = 0) {
    Span span{.kind = kind, .device = device, .stream = stream, .name = name};
    span.submitted_ns = queued * 1000, span.begin_ns = begin * 1000, span.end_ns = end * 1000;
    span.correlation = timeline_.spans.size() + 1;
    timeline_.spans.push_back(span);
    return *this;
  }
  /// A kernel that is queued right before it begins.
  Script& kernel(const std::string& name, double begin, double end, std::uint64_t stream = 7, int device = 0) {
    return command(Kind::kernel, name, begin, begin, end, stream, device);
  }
  Script& range(const std::string& name, double begin, double end, std::uint64_t thread = 1) {
    timeline_.ranges.push_back({name, thread, begin * 1000, end * 1000});
    return *this;
  }
  Script& wait(const std::string& name, double begin, double end) {
    timeline_.waits.push_back({name, begin * 1000, end * 1000});
    return *this;
  }
  /// The last command belongs to the launch of the one before it, like two nodes of a graph.
  Script& same_launch() {
    auto& spans = timeline_.spans;
    spans.back().correlation = spans[spans.size() - 2].correlation;
    spans.back().submitted_ns = spans[spans.size() - 2].submitted_ns;
    return *this;
  }
  const Timeline& timeline() const { return timeline_; }

 private:
  Timeline timeline_;
};

inline Name written(const std::string& text) {
  Name name{};
  std::copy_n(text.begin(), std::min(text.size(), name.size() - 1), name.begin());
  return name;
}

/// Reads a name from a submission. Its end may be missing.
inline std::string read(const Name& name) { return {name.begin(), std::find(name.begin(), name.end(), '\0')}; }

inline channel::In<SpanRow> rows_of(const std::vector<Span>& spans) {
  std::vector<SpanRow> rows;
  for (const Span& span : spans)
    rows.push_back({written(name_of(span.kind)), written(span.name), span.device, span.stream, span.correlation,
                    span.submitted_ns, span.begin_ns, span.end_ns});
  return channel::In<SpanRow>(rows);
}

inline channel::In<RangeRow> rows_of(const std::vector<NamedRange>& ranges) {
  std::vector<RangeRow> rows;
  for (const NamedRange& range : ranges)
    rows.push_back({written(range.name), range.thread, range.begin_ns, range.end_ns});
  return channel::In<RangeRow>(rows);
}

inline channel::In<RangeRow> rows_of(const std::vector<channel::HostWait>& waits) {
  std::vector<RangeRow> rows;
  for (const channel::HostWait& wait : waits) rows.push_back({written(wait.name), 0, wait.begin_ns, wait.end_ns});
  return channel::In<RangeRow>(rows);
}

inline bool computes(const Span& span) { return span.kind == Kind::kernel || span.kind == Kind::library; }

inline bool is_queued_in(const Span& span, const NamedRange& range) {
  return range.begin_ns < span.submitted_ns && span.submitted_ns <= range.end_ns;
}

/// The correct results of summarize() for one device, in nanoseconds.
class Profile {
 public:
  Profile(const Timeline& timeline, int device) : seen_(timeline) {
    std::copy_if(timeline.spans.begin(), timeline.spans.end(), std::back_inserter(spans_),
                 [&](const Span& span) { return span.device == device; });
    whole_ = {INFINITY, 0};
    for (const NamedRange& range : ranges("step")) {
      whole_ = {std::min(whole_.begin, range.begin_ns), std::max(whole_.end, range.end_ns)};
      for (const Span& span : spans_)
        if (is_queued_in(span, range)) whole_.end = std::max(whole_.end, span.end_ns);
    }
    if (steps() == 0) whole_ = {};
  }

  std::vector<NamedRange> ranges(const std::string& name) const {
    std::vector<NamedRange> found;
    std::copy_if(seen_.ranges.begin(), seen_.ranges.end(), std::back_inserter(found),
                 [&](const NamedRange& range) { return range.name == name; });
    return found;
  }
  std::int64_t steps() const { return static_cast<std::int64_t>(ranges("step").size()); }
  /// The end of the last range, without the device work after it.
  double host_end() const {
    double end = 0;
    for (const NamedRange& range : ranges("step")) end = std::max(end, range.end_ns);
    return end;
  }
  TimeSpan whole() const { return whole_; }
  double total() const { return whole_.end - whole_.begin; }
  const std::vector<Span>& spans() const { return spans_; }

  /// The parts of spans inside the measured time, if `wanted` accepts the span.
  template <class Wanted>
  std::vector<TimeSpan> times(Wanted wanted) const {
    std::vector<TimeSpan> found;
    for (const Span& span : spans_) {
      const TimeSpan part{std::max(span.begin_ns, whole_.begin), std::min(span.end_ns, whole_.end)};
      if (part.begin < part.end && wanted(span)) found.push_back(part);
    }
    return found;
  }
  std::vector<TimeSpan> busy() const { return times(computes); }
  double busy_share() const { return total() > 0 ? covered(busy()) / total() : 0; }

  double longest_gap() const {
    double longest = 0, until = whole_.begin;
    std::vector<TimeSpan> all = joined(busy());
    all.push_back({whole_.end, whole_.end});
    for (const TimeSpan& one : all) {
      longest = std::max(longest, one.begin - until);
      until = one.end;
    }
    return longest;
  }

  /// calls and time by name
  std::map<std::string, std::pair<std::int64_t, double>> kernels() const {
    std::map<std::string, std::pair<std::int64_t, double>> found;
    for (const Span& span : spans_)
      if (const std::vector<TimeSpan> part = times([&](const Span& other) { return &other == &span; });
          computes(span) && !part.empty()) {
        ++found[span.name].first;
        found[span.name].second += covered(part);
      }
    return found;
  }

  double host_time(const std::string& name) const {
    double sum = 0;
    for (const NamedRange& range : ranges(name))
      sum += std::max(0.0, std::min(range.end_ns, whole_.end) - std::max(range.begin_ns, whole_.begin));
    return sum;
  }
  double device_time(const std::string& name) const {
    const std::vector<NamedRange> all = ranges(name);
    return covered(times([&](const Span& span) {
      return computes(span) &&
             std::any_of(all.begin(), all.end(), [&](const NamedRange& range) { return is_queued_in(span, range); });
    }));
  }

 private:
  const Timeline& seen_;
  std::vector<Span> spans_;
  TimeSpan whole_;
};

/// A worker's timelines are rounded to picoseconds.
inline bool agree(double value, double expected) {
  return std::abs(value - expected) <= 1e-9 * std::abs(expected) + 1e-5;
}

}  // namespace gridmark::lab5

#include "emulation/timeline/chrome_trace.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "emulation/timeline/trace_lanes.h"

namespace gridmark::emulation {
namespace {

using Json = nlohmann::ordered_json;

/// A stream's lanes of the trace have numbers next to one another.
constexpr std::uint64_t most_lanes = 1000;
constexpr int host_process = 0;
constexpr std::uint64_t calls_thread = 1, first_range_thread = 2;

int process_of(int device) { return 1 + device; }

/// Rounded to picoseconds, so that spans that touch also touch in the file.
double picoseconds(double nanoseconds) { return std::round(nanoseconds * 1000); }
double microseconds_between(double begin, double end) {
  return (picoseconds(end) - picoseconds(begin)) / 1e6;
}
double microseconds(double nanoseconds) { return microseconds_between(0, nanoseconds); }

const char* category_of(Span::Kind kind) {
  constexpr const char* categories[] = {"kernel", "gpu_memcpy", "gpu_memset", "kernel", "kernel", "cpu_op"};
  return categories[static_cast<std::size_t>(kind)];
}

/// The call that queues a command. Libraries' calls have names already.
std::string call_of(const Span& span) {
  switch (span.kind) {
    case Span::Kind::kernel:
      return "cudaLaunchKernel";
    case Span::Kind::copy:
      return "cudaMemcpy";
    case Span::Kind::fill:
      return "cudaMemset";
    case Span::Kind::host:
      return "cudaLaunchHostFunc";
    case Span::Kind::library:
    case Span::Kind::collective:
      break;
  }
  return span.name;
}

const char* words_of(Span::Basis basis) {
  constexpr const char* words[] = {"the shape of the launch", "the counts of the kernel",
                                   "the bytes that are moved", "operations and bytes of the call",
                                   "a constant"};
  return words[static_cast<std::size_t>(basis)];
}

Json args_of(const Span& span) {
  Json args{{"correlation", span.correlation}, {"device", span.device},
            {"stream", span.stream},           {"kind", name_of(span.kind)},
            {"basis", name_of(span.basis)},    {"length modelled from", words_of(span.basis)}};
  if (span.direction != Span::Direction::none) args["direction"] = name_of(span.direction);
  if (span.bytes > 0) args["bytes"] = span.bytes;
  if (span.flops > 0) args["flops"] = span.flops;
  if (span.place.line > 0) args["place"] = span.place.file + ":" + std::to_string(span.place.line);
  return args;
}

LaneSpan lane_span(const Span* span) { return {span->begin_ns, span->end_ns}; }
LaneSpan lane_span(const NamedRange* range) { return {range->begin_ns, range->end_ns}; }

/// Pointers, in the order in which lanes are assigned.
template <class T>
std::vector<const T*> in_lane_order(std::vector<const T*> all) {
  std::stable_sort(all.begin(), all.end(), [](const T* one, const T* other) {
    return std::tuple(one->begin_ns, -one->end_ns) < std::tuple(other->begin_ns, -other->end_ns);
  });
  return all;
}

class Trace {
 public:
  Trace(std::ostream& to, const Timeline& timeline, double submission_ns)
      : to_(to), timeline_(timeline), submission_(submission_ns) {}

  void write() {
    to_ << "{\"displayTimeUnit\":\"ms\",\"otherData\":" << text(summary()) << ",\"traceEvents\":[\n";
    name_process(host_process, "host (modelled time)");
    name_thread(host_process, calls_thread, "CUDA calls");
    for (const HostWait& wait : timeline_.waits)
      complete("cuda_runtime", wait.name, {host_process, calls_thread}, wait.begin_ns, wait.end_ns,
               {{"waits", true}});
    spans();
    ranges();
    to_ << "\n]}\n";
  }

 private:
  struct Where {
    int process;
    std::uint64_t thread;
  };

  static std::string text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  Json summary() const {
    double kernels = 0;
    for (const Span& span : timeline_.spans)
      if (category_of(span.kind) == std::string_view("kernel")) kernels += span.end_ns - span.begin_ns;
    return {{"format", "gridmark-timeline"},
            {"version", 1},
            {"times", "modelled by the emulated device, not measured"},
            {"begin_us", microseconds(timeline_.begin_ns)},
            {"end_us", microseconds(timeline_.end_ns)},
            {"commands", timeline_.spans.size()},
            {"kernel_us", microseconds(kernels)},
            {"host_waits", timeline_.host_waits},
            {"left_out", timeline_.left_out}};
  }

  void event(const Json& json) {
    if (!first_) to_ << ",\n";
    first_ = false;
    to_ << text(json);
  }

  void name(const char* what, int process, std::uint64_t thread, const std::string& name) {
    event({{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}});
  }
  void name_process(int process, const std::string& text) { name("process_name", process, 0, text); }
  void name_thread(int process, std::uint64_t thread, const std::string& text) {
    name("thread_name", process, thread, text);
  }

  void complete(const char* category, const std::string& name, const Where& where, double begin, double end,
                Json args) {
    event({{"ph", "X"},
           {"cat", category},
           {"name", name},
           {"pid", where.process},
           {"tid", where.thread},
           {"ts", microseconds(begin)},
           {"dur", microseconds_between(begin, end)},
           {"args", std::move(args)}});
  }

  void arrow(const char* phase, const Where& where, double at) {
    Json json{{"ph", phase},          {"cat", "ac2g"},       {"name", "ac2g"},        {"id", arrows_},
              {"pid", where.process}, {"tid", where.thread}, {"ts", microseconds(at)}};
    if (*phase == 'f') json["bp"] = "e";
    event(json);
  }

  void spans() {
    std::map<std::pair<int, std::uint64_t>, std::vector<const Span*>> streams;
    for (const Span& span : timeline_.spans) {
      ++nodes_[span.correlation];
      streams[{span.device, span.stream}].push_back(&span);
    }
    for (const auto& [stream, all] : streams) {
      if (devices_.insert(stream.first).second)
        name_process(process_of(stream.first),
                     "device " + std::to_string(stream.first) + " (emulated, modelled time)");
      stream_lanes(stream.first, stream.second, in_lane_order(all));
    }
  }

  void stream_lanes(int device, std::uint64_t stream, const std::vector<const Span*>& spans) {
    std::vector<LaneSpan> extents;
    for (const Span* span : spans) extents.push_back(lane_span(span));
    const std::vector<std::size_t> lanes = lanes_of(extents, Nesting::refused);
    std::set<std::size_t> named;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const Where where{process_of(device), stream * most_lanes + lanes[i]};
      if (named.insert(lanes[i]).second)
        name_thread(where.process, where.thread,
                    "stream " + std::to_string(stream) +
                        (lanes[i] == 0 ? "" : ", at the same time " + std::to_string(lanes[i])));
      command(*spans[i], where);
    }
  }

  void command(const Span& span, const Where& where) {
    const Where calls{host_process, calls_thread};
    if (called_.insert(span.correlation).second)
      complete("cuda_runtime", nodes_[span.correlation] > 1 ? "cudaGraphLaunch" : call_of(span), calls,
               span.submitted_ns - submission_, span.submitted_ns, {{"correlation", span.correlation}});
    complete(category_of(span.kind), span.name, where, span.begin_ns, span.end_ns, args_of(span));
    ++arrows_;
    arrow("s", calls, span.submitted_ns - submission_);
    arrow("f", where, span.begin_ns);
  }

  /// The ranges that the host named, and the ranges of their commands on each stream.
  void ranges() {
    std::map<std::uint64_t, std::vector<const NamedRange*>> threads;
    for (const NamedRange& range : timeline_.ranges) threads[range.thread].push_back(&range);
    for (const auto& [thread, all] : threads)
      range_lanes("user_annotation", host_process, first_range_thread + thread,
                  "NVTX ranges of thread " + std::to_string(thread), in_lane_order(all));
    device_ranges();
  }

  void range_lanes(const char* category, int process, std::uint64_t thread, const std::string& title,
                   const std::vector<const NamedRange*>& ranges) {
    std::vector<LaneSpan> extents;
    for (const NamedRange* range : ranges) extents.push_back(lane_span(range));
    const std::vector<std::size_t> lanes = lanes_of(extents, Nesting::allowed);
    std::set<std::size_t> named;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const Where where{process, thread * most_lanes + lanes[i]};
      if (named.insert(lanes[i]).second) name_thread(process, where.thread, title);
      complete(category, ranges[i]->name, where, ranges[i]->begin_ns, ranges[i]->end_ns, Json::object());
    }
  }

  /// From the first begin to the last end of the commands that a range has queued in one stream.
  void device_ranges() {
    std::vector<const Span*> queued;
    for (const Span& span : timeline_.spans) queued.push_back(&span);
    std::stable_sort(queued.begin(), queued.end(), [](const Span* one, const Span* other) {
      return one->submitted_ns < other->submitted_ns;
    });
    std::map<std::pair<int, std::uint64_t>, std::vector<NamedRange>> streams;
    for (const NamedRange& range : timeline_.ranges)
      for (auto& [stream, extent] : extents_of(range, queued)) streams[stream].push_back(extent);
    for (const auto& [stream, all] : streams) {
      std::vector<const NamedRange*> extents;
      for (const NamedRange& one : all) extents.push_back(&one);
      range_lanes("gpu_user_annotation", process_of(stream.first), stream.second + range_offset,
                  "NVTX ranges on stream " + std::to_string(stream.second), in_lane_order(extents));
    }
  }

  static std::map<std::pair<int, std::uint64_t>, NamedRange> extents_of(
      const NamedRange& range, const std::vector<const Span*>& queued) {
    std::map<std::pair<int, std::uint64_t>, NamedRange> extents;
    auto at = std::upper_bound(queued.begin(), queued.end(), range.begin_ns,
                               [](double moment, const Span* span) { return moment < span->submitted_ns; });
    for (; at != queued.end() && (*at)->submitted_ns <= range.end_ns; ++at) {
      const Span& span = **at;
      const NamedRange whole{range.name, range.thread, span.begin_ns, span.end_ns};
      NamedRange& extent = extents.try_emplace({span.device, span.stream}, whole).first->second;
      extent.begin_ns = std::min(extent.begin_ns, span.begin_ns);
      extent.end_ns = std::max(extent.end_ns, span.end_ns);
    }
    return extents;
  }

  static constexpr std::uint64_t range_offset = 1'000'000;  ///< beyond the numbers of streams

  std::ostream& to_;
  const Timeline& timeline_;
  const double submission_;
  bool first_ = true;
  std::uint64_t arrows_ = 0;
  std::map<std::uint64_t, std::size_t> nodes_;  ///< by correlation
  std::set<std::uint64_t> called_;
  std::set<int> devices_;
};

}  // namespace

void write_chrome_trace(std::ostream& to, const Timeline& timeline, double submission_ns) {
  Trace(to, timeline, submission_ns).write();
}

}  // namespace gridmark::emulation

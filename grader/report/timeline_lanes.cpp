#include "grader/report/timeline_lanes.h"

#include <fmt/format.h>

#include <algorithm>

namespace gridmark::report::html {
namespace {

// The heights in tracks.html: the marks, and the critical path below them.
constexpr double lane_top = 1, lane_height = 14, thin_top = 4, thin_height = 8;

/// The look of a mark: a class of timeline.css and a height.
struct Look {
  const char* style;
  bool thin = false;
};

Look look_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::copy:
      return {"copy", true};
    case CommandKind::fill:
      return {"fill", true};
    case CommandKind::library:
      return {"library"};
    case CommandKind::collective:
      return {"collective"};
    case CommandKind::host:
      return {"call", true};
    case CommandKind::kernel:
      break;
  }
  return {"kernel"};
}

/// The spans, merged where `scale` cannot separate them.
std::vector<TimeSpan> drawn(std::vector<TimeSpan> spans, const LaneScale& scale) {
  const double unit = (scale.window.end - scale.window.begin) / scale.width;
  for (TimeSpan& one : spans) one.end = std::max(one.end, one.begin + unit / 2);
  std::vector<TimeSpan> result;
  for (const TimeSpan& one : joined(std::move(spans)))
    if (!result.empty() && one.begin - result.back().end < unit / 2)
      result.back().end = std::max(result.back().end, one.end);
    else
      result.push_back(one);
  return result;
}

Data rectangles_of(const std::vector<TimeSpan>& spans, const LaneScale& scale, const Look& look) {
  const double units = scale.width / (scale.window.end - scale.window.begin);
  return list_of(drawn(spans, scale), [&](const TimeSpan& one) {
    return Data{{"style", look.style},
                {"x", tenths((one.begin - scale.window.begin) * units)},
                {"width", tenths(std::max(0.1, (one.end - one.begin) * units))},
                {"y", tenths(look.thin ? thin_top : lane_top)},
                {"height", tenths(look.thin ? thin_height : lane_height)}};
  });
}

void append(Data& to, Data more) {
  for (Data& one : more) to.push_back(std::move(one));
}

std::string percent_of(double part, const LaneScale& scale) {
  return fmt::format("{:.0f} %", 100 * part / (scale.window.end - scale.window.begin));
}

/// One lane's spans by kind, and the parts of it on the critical path.
struct Lane {
  std::map<CommandKind, std::vector<TimeSpan>> kinds;
  std::vector<TimeSpan> critical;
  std::size_t commands = 0;
};

using Lanes = std::map<std::pair<int, std::int64_t>, Lane>;

/// The number of streams that fit on a page. The busiest are shown.
constexpr std::size_t most_streams = 24;

double in_use(const Lane& lane) {
  std::vector<TimeSpan> all;
  for (const auto& [kind, spans] : lane.kinds) all.insert(all.end(), spans.begin(), spans.end());
  return covered(all);
}

void keep_busiest(Lanes& lanes) {
  std::vector<std::pair<double, std::pair<int, std::int64_t>>> uses;
  for (const auto& [stream, lane] : lanes) uses.emplace_back(-in_use(lane), stream);
  std::sort(uses.begin(), uses.end());
  for (std::size_t i = most_streams; i < uses.size(); ++i) lanes.erase(uses[i].second);
}

Lanes lanes_by_stream(const DeviceTimeline& timeline, const std::vector<CriticalStep>& path) {
  Lanes lanes;
  for (const TimelineCommand& one : timeline.commands) {
    Lane& lane = lanes[{one.device, one.stream}];
    lane.kinds[one.kind].push_back({one.begin, one.end});
    ++lane.commands;
  }
  for (const CriticalStep& step : path)
    if (step.what == CriticalStep::What::command) {
      const TimelineCommand& one = timeline.commands[step.command];
      lanes[{one.device, one.stream}].critical.push_back({step.begin, step.end});
    }
  return lanes;
}

Data lane_data(const std::string& label, const std::string& words, Data marks,
               const std::vector<TimeSpan>& critical, const LaneScale& scale) {
  return {{"label", label},
          {"words", words},
          {"marks", std::move(marks)},
          {"critical", rectangles_of(critical, scale, {"critical"})}};
}

Data stream_lane(const std::pair<int, std::int64_t>& stream, const Lane& lane, const LaneScale& scale) {
  Data marks = Data::array();
  for (const auto& [kind, spans] : lane.kinds) append(marks, rectangles_of(spans, scale, look_of(kind)));
  return lane_data(fmt::format("device {}, stream {}", stream.first, stream.second),
                   fmt::format("{} command{}, in use {} of the time", lane.commands,
                               lane.commands == 1 ? "" : "s", percent_of(in_use(lane), scale)),
                   std::move(marks), lane.critical, scale);
}

Data host_lane(const DeviceTimeline& timeline, const std::vector<CriticalStep>& path,
               const LaneScale& scale) {
  std::vector<TimeSpan> waits, queueing;
  for (const TimelineWait& one : timeline.waits) waits.push_back({one.begin, one.end});
  for (const CriticalStep& step : path)
    if (step.what == CriticalStep::What::queueing) queueing.push_back({step.begin, step.end});
  return lane_data("host",
                   fmt::format("{} wait{}, {} of the time", timeline.host_waits,
                               timeline.host_waits == 1 ? "" : "s", percent_of(covered(waits), scale)),
                   rectangles_of(waits, scale, {"wait", true}), queueing, scale);
}

Data range_lane(const DeviceTimeline& timeline, const LaneScale& scale) {
  std::vector<TimeSpan> ranges;
  for (const TimelineRange& one : timeline.ranges)
    ranges.push_back({std::max(one.begin, scale.window.begin), std::min(one.end, scale.window.end)});
  std::erase_if(ranges, [](const TimeSpan& one) { return one.end < one.begin; });
  return lane_data(
      "NVTX ranges",
      fmt::format("{} of them, {} of the time", timeline.ranges.size(), percent_of(covered(ranges), scale)),
      rectangles_of(ranges, scale, {"range", true}), {}, scale);
}

Data overlap_lane(int device, const DeviceTimeline& timeline, const LaneScale& scale) {
  std::vector<TimeSpan> computing, copying;
  for (const TimelineCommand& one : timeline.commands) {
    if (one.device != device) continue;
    if (computes(one)) computing.push_back({one.begin, one.end});
    if (moves(one)) copying.push_back({one.begin, one.end});
  }
  const std::vector<TimeSpan> both = common(computing, copying);
  return lane_data(fmt::format("device {}, copies and kernels at once", device),
                   percent_of(covered(both), scale) + " of the time",
                   rectangles_of(both, scale, {"both", true}), {}, scale);
}

}  // namespace

Data lanes_data(const DeviceTimeline& timeline, const std::vector<CriticalStep>& path,
                const LaneScale& scale) {
  Data lanes = Data::array();
  if (!timeline.ranges.empty()) lanes.push_back(range_lane(timeline, scale));
  lanes.push_back(host_lane(timeline, path, scale));
  Lanes streams = lanes_by_stream(timeline, path);
  keep_busiest(streams);
  for (auto stream = streams.begin(); stream != streams.end(); ++stream) {
    lanes.push_back(stream_lane(stream->first, stream->second, scale));
    const auto next = std::next(stream);
    if (next == streams.end() || next->first.first != stream->first.first)
      lanes.push_back(overlap_lane(stream->first.first, timeline, scale));
  }
  return lanes;
}

std::size_t rectangles(const Data& lanes) {
  std::size_t count = 0;
  for (const Data& lane : lanes) count += lane.at("marks").size() + lane.at("critical").size();
  return count;
}

}  // namespace gridmark::report::html

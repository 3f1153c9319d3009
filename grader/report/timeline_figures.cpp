#include "grader/report/timeline_figures.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gridmark::report {
namespace {

constexpr double nothing = 2e-6;  // microseconds, because the file has whole picoseconds

/// A copy of pageable host memory passes through the driver's buffer, and the call returns when the copy is
/// over.
bool occupies_host(const TimelineCommand& command) {
  return moves(command) && command.name.find("Pageable") != command.name.npos;
}

/// Walks back from the last command and finds the one before it.
class CriticalWalk {
 public:
  explicit CriticalWalk(const DeviceTimeline& timeline) : all_(timeline.commands), timeline_(timeline) {
    for (std::size_t i = 0; i < all_.size(); ++i) by_end_.push_back(i);
    std::stable_sort(by_end_.begin(), by_end_.end(),
                     [&](std::size_t a, std::size_t b) { return all_[a].end < all_[b].end; });
    for (const TimelineWait& wait : timeline.waits) wait_ends_.push_back(wait.end);
    for (const TimelineCommand& one : all_)
      if (occupies_host(one)) wait_ends_.push_back(one.end);
    std::sort(wait_ends_.begin(), wait_ends_.end());
  }

  std::vector<CriticalStep> path() {
    std::optional<std::size_t> at;
    if (!by_end_.empty()) at = by_end_.back();
    while (at && steps_.size() <= 2 * all_.size()) at = before(*at);
    return std::move(steps_);
  }

 private:
  using What = CriticalStep::What;

  std::optional<std::size_t> before(std::size_t index) {
    const TimelineCommand& one = all_[index];
    steps_.push_back({What::command, index, one.begin, one.end});
    if (const auto found = ended_at(one.begin, one, index)) return found;
    if (std::abs(one.begin - one.queued) > nothing) return across(one.begin, What::unknown, index);
    const auto wait = std::upper_bound(wait_ends_.begin(), wait_ends_.end(), one.queued + nothing);
    if (wait == wait_ends_.begin()) return across(timeline_.begin, What::queueing, index, one.queued);
    if (*std::prev(wait) < one.queued) steps_.push_back({What::queueing, 0, *std::prev(wait), one.queued});
    return across(*std::prev(wait), What::unknown, index);
  }

  /// The last command that ended by `moment`. Adds a step for the time between them.
  std::optional<std::size_t> across(double moment, What what, std::size_t index,
                                    std::optional<double> until = {}) {
    if (until) return steps_.push_back({what, 0, std::min(moment, *until), *until}), std::nullopt;
    const auto after = std::upper_bound(by_end_.begin(), by_end_.end(), moment + nothing,
                                        [&](double m, std::size_t i) { return m < all_[i].end; });
    if (after == by_end_.begin() || *std::prev(after) == index) return std::nullopt;
    const std::size_t found = *std::prev(after);
    if (all_[found].end < moment - nothing) steps_.push_back({what, 0, all_[found].end, moment});
    return found;
  }

  /// If there are several, prefers the one of the same stream.
  std::optional<std::size_t> ended_at(double moment, const TimelineCommand& of, std::size_t index) const {
    std::optional<std::size_t> found;
    auto at = std::lower_bound(by_end_.begin(), by_end_.end(), moment - nothing,
                               [&](std::size_t i, double m) { return all_[i].end < m; });
    for (; at != by_end_.end() && all_[*at].end <= moment + nothing; ++at) {
      if (*at == index || all_[*at].begin >= moment) continue;
      found = *at;
      if (all_[*at].device == of.device && all_[*at].stream == of.stream) break;
    }
    return found;
  }

  const std::vector<TimelineCommand>& all_;
  const DeviceTimeline& timeline_;
  std::vector<std::size_t> by_end_;
  std::vector<double> wait_ends_;  ///< the moments when the host went on
  std::vector<CriticalStep> steps_;
};

}  // namespace

TimeSpan window_of(const DeviceTimeline& timeline) {
  TimeSpan window{1e300, -1e300};
  const auto hold = [&](double begin, double end) {
    window.begin = std::min(window.begin, begin);
    window.end = std::max(window.end, end);
  };
  for (const TimelineCommand& one : timeline.commands) hold(std::min(one.queued, one.begin), one.end);
  for (const TimelineWait& one : timeline.waits) hold(one.begin, one.end);
  return window.begin < window.end ? window : TimeSpan{};
}

bool computes(const TimelineCommand& command) {
  return command.kind == CommandKind::kernel || command.kind == CommandKind::library ||
         command.kind == CommandKind::collective;
}

bool moves(const TimelineCommand& command) { return command.kind == CommandKind::copy; }

std::map<int, DeviceFigures> figures_of(const DeviceTimeline& timeline) {
  std::map<int, std::vector<TimeSpan>> computing, copying;
  for (const TimelineCommand& one : timeline.commands) {
    computing[one.device], copying[one.device];
    if (computes(one)) computing[one.device].push_back({one.begin, one.end});
    if (moves(one)) copying[one.device].push_back({one.begin, one.end});
  }
  std::map<int, DeviceFigures> figures;
  for (const auto& [device, spans] : computing)
    figures[device] = {covered(spans), covered(copying[device]), covered(common(spans, copying[device]))};
  return figures;
}

double waited(const DeviceTimeline& timeline) {
  std::vector<TimeSpan> spans;
  for (const TimelineWait& wait : timeline.waits) spans.push_back({wait.begin, wait.end});
  return covered(spans);
}

std::vector<CriticalStep> critical_path(const DeviceTimeline& timeline) {
  return CriticalWalk(timeline).path();
}

}  // namespace gridmark::report

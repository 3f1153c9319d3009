#include "grader/report/roofline.h"

#include <algorithm>

namespace gridmark::report {
namespace {

/// The median of the submission's side over all pairs. A disturbed pair hardly changes it.
std::optional<double> seconds_per_call(const PairedTimingFacts& paired_timing) {
  std::vector<double> seconds;
  for (const timing::ProcessSamples& process : paired_timing.processes)
    for (const timing::Pair& pair : process.pairs)
      seconds.push_back(timing::seconds_of(pair.student, paired_timing.clock) - process.overhead_seconds);
  if (seconds.empty() || paired_timing.calls_per_bell < 1) return std::nullopt;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle > 0 ? std::optional(*middle / paired_timing.calls_per_bell) : std::nullopt;
}

/// A record can come from anywhere. Only values that a machine can have are drawn.
bool drawable(double value, double least, double most) { return value >= least && value <= most; }

constexpr double least_rate = 1, most_rate = 1e18;
constexpr double least_intensity = 1e-6, most_intensity = 1e6;
constexpr std::size_t most_points = 50;

std::optional<RooflinePoint> point_of(const Measurement& seen) {
  if (!seen.paired_timing || !seen.paired_timing->work || !(seen.paired_timing->work->flops > 0) ||
      !(seen.paired_timing->work->bytes > 0))
    return std::nullopt;
  const auto seconds = seconds_per_call(*seen.paired_timing);
  if (!seconds) return std::nullopt;
  const RooflinePoint point{seen.name, seen.paired_timing->work->flops, seen.paired_timing->work->bytes,
                            *seconds, 0};
  if (!drawable(point.intensity(), least_intensity, most_intensity)) return std::nullopt;
  return drawable(point.flops_per_second(), least_rate, most_rate) ? std::optional(point) : std::nullopt;
}

Roofline empty_roofline(const GradeRun& run, bool one_core) {
  const MachineBaseline& baseline = *run.baseline;
  const double part = one_core ? static_cast<double>(std::max<std::int64_t>(baseline.host.cores, 1)) : 1.0;
  return {
      run, one_core, baseline.device.bytes_per_second / part, baseline.device.flops_per_second / part, {}};
}

}  // namespace

std::vector<Roofline> rooflines_of(const GradeRecord& record) {
  std::vector<Roofline> all;
  for (std::size_t number = 0; number < record.runs.size(); ++number)
    for (const bool one_core : {true, false}) {
      if (!record.runs[number].baseline) continue;
      Roofline roofline = empty_roofline(record.runs[number], one_core);
      if (!drawable(roofline.bytes_per_second, least_rate, most_rate) ||
          !drawable(roofline.flops_per_second, least_rate, most_rate))
        continue;
      for (const Measurement& seen : record.measurements) {
        if (seen.run != static_cast<int>(number) || !seen.paired_timing ||
            (seen.paired_timing->clock == timing::ClockKind::cpu) != one_core)
          continue;
        if (auto point = point_of(seen); point && roofline.points.size() < most_points) {
          point->ceiling =
              std::min(roofline.flops_per_second, roofline.bytes_per_second * point->intensity());
          roofline.points.push_back(*std::move(point));
        }
      }
      if (!roofline.points.empty()) all.push_back(std::move(roofline));
    }
  return all;
}

}  // namespace gridmark::report

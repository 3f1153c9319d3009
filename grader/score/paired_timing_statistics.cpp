#include "grader/score/paired_timing_statistics.h"

#include <fmt/format.h>

#include "base/contamination.h"
#include "base/timing_verdict.h"

namespace gridmark::score {
namespace {

/// The rubric's limits for a measurement.
std::vector<double> limits_of(const std::string& measurement, const Rubric& rubric, Device device) {
  std::vector<double> limits;
  for (const Item* item : items_of(rubric))
    if (const auto target = item->targets.find(device);
        target != item->targets.end() && target->second.measurement == measurement)
      for (const Knot& knot : target->second.curve.knots) limits.push_back(knot.limit);
  return limits;
}

/// False if the samples give no interval.
bool judge_again(Measurement& seen, const std::vector<double>& limits) {
  PairedTimingFacts& paired_timing = *seen.paired_timing;
  std::vector<double> ratios;
  paired_timing.pairs = paired_timing.contaminated_pairs = 0;
  for (const timing::ProcessSamples& samples : paired_timing.processes) {
    for (const timing::Pair& pair : samples.pairs)
      paired_timing.contaminated_pairs += timing::contaminated(pair, paired_timing.clock);
    paired_timing.pairs += static_cast<int>(samples.pairs.size());
    if (const auto ratio = timing::log_ratio(samples, paired_timing.clock)) ratios.push_back(*ratio);
  }
  if (ratios.size() < 2) return false;
  const timing::Interval interval =
      timing::interval_of(ratios, paired_timing.plan.error_rate / paired_timing.plan.looks);
  paired_timing.settled = static_cast<int>(ratios.size()) >= paired_timing.plan.least_processes &&
                          timing::settled(interval, limits);
  if (interval.low == paired_timing.low && interval.high == paired_timing.high &&
      interval.estimate == seen.value)
    return true;
  paired_timing.low = interval.low;
  paired_timing.high = interval.high;
  seen.value = interval.estimate;
  seen.detail = fmt::format("{:.2f} times as fast as the reference (between {:.2f} and {:.2f}, {} processes)",
                            interval.estimate, interval.low, interval.high, ratios.size());
  return true;
}

/// The measurement that a deferral's samples would give if they allowed an interval.
Measurement measurement_of(const Deferral& deferral, Device device) {
  Measurement seen;
  seen.name = deferral.measurement;
  seen.unit = "ratio";
  seen.device = device;
  seen.flavour = Flavour::fast;
  seen.provenance = Provenance::measured;
  seen.run = deferral.run;
  seen.paired_timing = deferral.paired_timing;
  return seen;
}

}  // namespace

CheckerResults with_paired_timings_judged_again(CheckerResults seen, const Rubric& rubric, Device device) {
  std::erase_if(seen.deferred, [&](const Deferral& one) {
    if (!one.paired_timing) return false;
    Measurement settled = measurement_of(one, device);
    if (!judge_again(settled, limits_of(one.measurement, rubric, device))) return false;
    seen.measurements.push_back(std::move(settled));
    return true;
  });
  std::erase_if(seen.measurements, [&](Measurement& one) {
    if (!one.paired_timing || one.paired_timing->processes.empty()) return false;
    if (judge_again(one, limits_of(one.name, rubric, device))) return false;
    const std::string why =
        timing::why_no_interval(one.paired_timing->pairs, one.paired_timing->contaminated_pairs);
    seen.deferred.push_back({one.name, why, one.run, std::move(one.paired_timing)});
    return true;
  });
  return seen;
}

}  // namespace gridmark::score

#include "base/timing_verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/contamination.h"
#include "base/student_t.h"

namespace gridmark::timing {
namespace {

// In a call that is mostly adaptor, the ratio would be that of two small differences.
constexpr double most_overhead = 0.5;

constexpr double between_looks = 1.4;

// Two processes that differ widely give an interval beyond the numbers that a file can hold.
constexpr double largest_ratio = 1e12;

struct Moments {
  double mean = 0;
  double deviation = 0;  ///< of the sample
};

Moments moments_of(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (count - 1))};
}

}  // namespace

std::vector<int> looks(const Plan& plan) {
  std::vector<int> all{plan.least_processes};
  while (all.back() < plan.most_processes)
    all.push_back(std::min(static_cast<int>(std::ceil(all.back() * between_looks)), plan.most_processes));
  return all;
}

double error_of_a_look(const Plan& plan) { return plan.error_rate / static_cast<double>(looks(plan).size()); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::optional<double> log_ratio(const ProcessSamples& samples, ClockKind clock) {
  std::vector<double> ratios;
  for (const Pair& pair : samples.pairs) {
    if (contaminated(pair, clock)) continue;
    const double reference = seconds_of(pair.reference, clock), student = seconds_of(pair.student, clock);
    const double shorter = std::min(reference, student);
    if (!(shorter > 0) || samples.overhead_seconds > most_overhead * shorter) continue;
    ratios.push_back(std::log((reference - samples.overhead_seconds) / (student - samples.overhead_seconds)));
  }
  if (ratios.size() < least_clean_pairs) return std::nullopt;
  return median(std::move(ratios));
}

std::string why_no_interval(int pairs, int contaminated_pairs) {
  const std::string of = std::to_string(contaminated_pairs) + " of " + std::to_string(pairs);
  if (2 * contaminated_pairs > pairs) return of + " timed pairs were disturbed";
  return "the calls take hardly longer than the harness around the function, so their times do not show its "
         "speed "
         "(" +
         of + " timed pairs were disturbed)";
}

Interval interval_of(std::span<const double> log_ratios, double error) {
  const Moments moments = moments_of(log_ratios);
  const auto count = static_cast<int>(log_ratios.size());
  const double reach = student_t_above(error, count - 1) * moments.deviation / std::sqrt(count);
  return {std::exp(moments.mean - reach), std::exp(moments.mean),
          std::min(std::exp(moments.mean + reach), largest_ratio)};
}

bool settled(const Interval& interval, std::span<const double> limits) {
  return std::none_of(limits.begin(), limits.end(),
                      [&](double limit) { return verdict_on(interval, limit) == Verdict::inconclusive; });
}

Verdict verdict_on(const Interval& interval, double limit) {
  if (interval.low >= limit) return Verdict::pass;
  return interval.high < limit ? Verdict::fail : Verdict::inconclusive;
}

}  // namespace gridmark::timing

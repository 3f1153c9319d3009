#include "grader/report/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace gridmark::report {
namespace {

constexpr double far_apart =
    20;  ///< above this ratio of highest to lowest value a linear axis hides the rest

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0})
    if (power * times >= least) return power * times;
  return power * 10;
}

}  // namespace

bool needs_logarithm(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *low > 0 && *high / *low > far_apart;
}

PlotAxis::PlotAxis(const std::vector<double>& values, double from, double to, bool logarithmic)
    : logarithmic_(logarithmic), from_(from), to_(to) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  low_ = *low, high_ = *high;
  if (!logarithmic_ && low_ > 0) low_ = 0;
  if (low_ == high_) high_ = low_ + std::max(1.0, std::abs(low_));
}

double PlotAxis::scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

double PlotAxis::place_of(double value) const {
  const double share = (scaled(value) - scaled(low_)) / (scaled(high_) - scaled(low_));
  return from_ + share * (to_ - from_);
}

std::vector<double> PlotAxis::ticks() const {
  std::vector<double> ticks;
  if (logarithmic_) {
    const bool few = high_ / low_ < 1000;  // only two or three powers of ten would fit
    for (double exponent = std::floor(std::log10(low_)); exponent <= std::log10(high_); ++exponent)
      for (const double times : {1.0, 2.0, 5.0})
        if (const double tick = times * std::pow(10, exponent);
            (times == 1 || few) && tick >= low_ && tick <= high_)
          ticks.push_back(tick);
    return ticks;
  }
  const double step = round_step((high_ - low_) / 5);
  for (double times = std::ceil(low_ / step); times * step <= high_ && ticks.size() < 10; ++times)
    ticks.push_back(times * step);
  return ticks;
}

}  // namespace gridmark::report

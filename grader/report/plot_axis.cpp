#include "grader/report/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace gridmark {
namespace {

constexpr double far_apart =
    20;  ///< the highest value over the lowest, from which on a line would hide the rest

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0})
    if (power * times >= least) return power * times;
  return power * 10;
}

}  // namespace

PlotAxis::PlotAxis(const std::vector<double>& values, double from, double to) : from_(from), to_(to) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  low_ = *low, high_ = *high;
  logarithmic_ = low_ > 0 && high_ / low_ > far_apart;
  if (!logarithmic_ && low_ > 0) low_ = 0;
  if (low_ == high_) high_ = low_ + 1;
}

double PlotAxis::scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

double PlotAxis::place_of(double value) const {
  const double share = (scaled(value) - scaled(low_)) / (scaled(high_) - scaled(low_));
  return from_ + share * (to_ - from_);
}

std::vector<double> PlotAxis::ticks() const {
  std::vector<double> ticks;
  if (logarithmic_) {
    for (double exponent = std::ceil(std::log10(low_)); exponent <= std::log10(high_); ++exponent)
      ticks.push_back(std::pow(10, exponent));
    return ticks;
  }
  const double step = round_step((high_ - low_) / 5);
  for (double times = std::ceil(low_ / step); times * step <= high_ && ticks.size() < 10; ++times)
    ticks.push_back(times * step);
  return ticks;
}

}  // namespace gridmark

#pragma once
#include <vector>

namespace gridmark::report {

/// True if a linear axis would hide most of these values: all are above 0 and they lie far apart.
bool needs_logarithm(const std::vector<double>& values);

/// An axis of a drawing. It maps values to places.
class PlotAxis {
 public:
  /// values    finite, at least one, all above 0 if `logarithmic`
  /// from, to  the places of the lowest and the highest value, in the drawing's units
  PlotAxis(const std::vector<double>& values, double from, double to, bool logarithmic);

  double place_of(double value) const;
  /// Round values within the axis, in rising order.
  std::vector<double> ticks() const;

 private:
  double scaled(double value) const;

  bool logarithmic_;
  double low_, high_, from_, to_;
};

}  // namespace gridmark::report

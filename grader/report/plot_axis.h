#pragma once
#include <vector>

namespace gridmark::report {

/// Whether a line over these values would hide most of them: all are above 0 and they lie far apart.
bool needs_logarithm(const std::vector<double>& values);

/// An axis of a drawing: from values to places.
class PlotAxis {
 public:
  /// values  finite, at least one; all above 0 where `logarithmic`
  /// from, to  where the lowest and the highest value lie, in the drawing's units
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

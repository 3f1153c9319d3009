#pragma once
#include <vector>

namespace gridmark {

/// An axis of a drawing: from values to places. Logarithmic where all values are above 0 and lie far apart.
class PlotAxis {
 public:
  /// values  finite, at least one
  /// from, to  where the lowest and the highest value lie, in the drawing's units
  PlotAxis(const std::vector<double>& values, double from, double to);

  double place_of(double value) const;
  /// Round values within the axis, in rising order.
  std::vector<double> ticks() const;

 private:
  double scaled(double value) const;

  bool logarithmic_;
  double low_, high_, from_, to_;
};

}  // namespace gridmark

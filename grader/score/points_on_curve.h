#pragma once
#include "grader/core/curve.h"
#include "grader/core/points.h"

namespace gridmark::score {

/// Points earned for `measured` on `curve`.
///
/// curve    as load_rubric checks it: limits strictly monotone, best first, fractions not rising
/// returns  `worth` times the curve's fraction, to the nearest hundredth. A limit itself earns its fraction.
///          Not a number earns nothing
Points points_on_curve(double measured, const Curve& curve, Points worth);

}  // namespace gridmark::score

#include "grader/score/points_on_curve.h"

#include <algorithm>
#include <cmath>

namespace gridmark::score {
namespace {

/// Whether `measured` is at least as good as `limit`.
bool reaches(double measured, double limit, Curve::Better better) {
  return better == Curve::Better::lower ? measured <= limit : measured >= limit;
}

/// The value on the straight line between a missed knot and the next, reached one.
double between(double measured, const Knot& missed, const Knot& reached) {
  const double way = (measured - missed.limit) / (reached.limit - missed.limit);
  return missed.fraction + way * (reached.fraction - missed.fraction);
}

double fraction(double measured, const Curve& curve) {
  const auto reached = std::find_if(curve.knots.begin(), curve.knots.end(), [&](const Knot& knot) {
    return reaches(measured, knot.limit, curve.better);
  });
  if (reached == curve.knots.end()) return 0;
  const bool line = curve.kind == Curve::Kind::linear && reached != curve.knots.begin();
  return line ? between(measured, *std::prev(reached), *reached) : reached->fraction;
}

}  // namespace

Points points_on_curve(double measured, const Curve& curve, Points worth) {
  if (std::isnan(measured)) return 0;
  return worth * fraction(measured, curve);
}

}  // namespace gridmark::score

#pragma once
#include <optional>

#include "grader/core/curve.h"
#include "grader/core/points.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

struct Interval {
  double low, high;
};

/// A small drawing, curve.svg: points over the measured value, and the points that `measured` earned. It
/// needs only a style sheet. Null if there is nothing to draw.
///
/// interval  of a timed value, drawn as a bar through it and cut at the ends of the axis
Data curve_data(const Curve& curve, double measured, Points earned, Points worth,
                std::optional<Interval> interval = {});

/// The same drawing without a measured value.
Data curve_data(const Curve& curve, Points worth);

}  // namespace gridmark::report::html

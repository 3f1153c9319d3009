#pragma once
#include <optional>

#include "grader/core/curve.h"
#include "grader/core/points.h"
#include "grader/report/html_template.h"

namespace gridmark::report::html {

struct Interval {
  double low, high;
};

/// A small drawing, curve.svg: points over the measured value, with what `measured` earned. It depends on
/// nothing but a style. Null where there is nothing to draw.
///
/// interval  of a timed value, drawn as a bar through it, as far as the axis goes
Data curve_data(const Curve& curve, double measured, Points earned, Points worth,
                std::optional<Interval> interval = {});

/// The same before anything is measured: points over the value.
Data curve_data(const Curve& curve, Points worth);

}  // namespace gridmark::report::html

#pragma once
#include <optional>
#include <string>

#include "grader/core/curve.h"
#include "grader/core/points.h"

namespace gridmark::html {

struct Interval {
  double low, high;
};

/// A small drawing: points over the measured value, with what `measured` earned. It depends on nothing but a
/// style.
///
/// interval  of a timed value, drawn as a bar through it, as far as the axis goes
std::string curve_svg(const Curve& curve, double measured, Points earned, Points worth,
                      std::optional<Interval> interval = {});

/// The same before anything is measured: points over the value.
std::string curve_svg(const Curve& curve, Points worth);

}  // namespace gridmark::html

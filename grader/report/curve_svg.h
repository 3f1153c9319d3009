#pragma once
#include <string>

#include "grader/core/curve.h"
#include "grader/core/points.h"

namespace gridmark::html {

/// A small drawing: points over the measured value, with what `measured` earned. It depends on nothing but a
/// style.
std::string curve_svg(const Curve& curve, double measured, Points earned, Points worth);

/// The same before anything is measured: points over the value.
std::string curve_svg(const Curve& curve, Points worth);

}  // namespace gridmark::html

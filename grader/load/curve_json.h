#pragma once
#include "grader/core/curve.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// A curve whose limits are strictly monotone, best first, and whose fractions do not rise and start at 1.
Curve read_curve(const Node& node);

}  // namespace gridmark::load

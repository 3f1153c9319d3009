#pragma once
#include <vector>

#include "base/enum_names.h"

namespace gridmark {

/// A limit and the fraction of the item's points it earns.
struct Knot {
  double limit = 0;
  double fraction = 0;  ///< in [0, 1]
  friend bool operator==(const Knot&, const Knot&) = default;
};

/// How a measured value becomes points.
///
/// steps   the fraction of the best knot reached; the limit itself earns it
/// linear  as steps at the knots, straight lines between them
/// Beyond the last knot nothing is earned, before the first the first knot's fraction.
struct Curve {
  enum class Kind { steps, linear };
  enum class Better { lower, higher };
  Kind kind = Kind::steps;
  Better better = Better::lower;
  std::vector<Knot> knots;  ///< best first; limits strictly monotone, fractions not rising (load checks both)
  friend bool operator==(const Curve&, const Curve&) = default;
};

constexpr auto names(Curve::Kind) {
  return EnumNames<Curve::Kind, 2>{{{Curve::Kind::steps, "steps"}, {Curve::Kind::linear, "linear"}}};
}
constexpr auto names(Curve::Better) {
  return EnumNames<Curve::Better, 2>{{{Curve::Better::lower, "lower"}, {Curve::Better::higher, "higher"}}};
}

}  // namespace gridmark

#pragma once
#include <array>
#include <vector>

#include "base/enum_names.h"
#include "protocol/fields.h"

namespace gridmark {

/// A limit and the fraction of the item's points that it earns.
struct Knot {
  double limit = 0;
  double fraction = 0;  ///< in [0, 1]
  friend bool operator==(const Knot&, const Knot&) = default;
};

/// Turns a measured value into points.
///
/// steps   the fraction of the best knot reached. A value at the limit reaches it
/// linear  like steps at the knots, with straight lines between them
/// Beyond the last knot a value earns nothing. Before the first knot it earns the first knot's fraction.
struct Curve {
  enum class Kind { steps, linear };
  enum class Better { lower, higher };
  Kind kind = Kind::steps;
  Better better = Better::lower;
  std::vector<Knot> knots;  ///< best first, limits strictly monotone, fractions not rising (load checks both)
  friend bool operator==(const Curve&, const Curve&) = default;
};

constexpr auto names(Curve::Kind) {
  return EnumNames<Curve::Kind, 2>{{{Curve::Kind::steps, "steps"}, {Curve::Kind::linear, "linear"}}};
}
constexpr auto names(Curve::Better) {
  return EnumNames<Curve::Better, 2>{{{Curve::Better::lower, "lower"}, {Curve::Better::higher, "higher"}}};
}

inline std::array<Cell, 2> row(Knot& knot) {
  return {{{&knot.limit, {-1e300, 1e300, "a limit, a number"}},
           {&knot.fraction, {0, 1, "a fraction of the points, 0 to 1"}}}};
}
constexpr std::string_view row_words(const Knot*) { return "a limit and a fraction"; }

constexpr auto fields(const Curve*) {
  return std::tuple{
      field("kind", &Curve::kind), field("better", &Curve::better),
      field("knots", &Curve::knots, Many{1, 100},
            "[limit, fraction of the points], best first: limits strictly monotone, fractions not "
            "rising, the first 1")};
}

}  // namespace gridmark

#include "grader/report/curve_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "grader/core/number_text.h"

namespace gridmark::report::html {
namespace {

// The units of curve.svg, which has the axes.
constexpr double left = 34, right = 346, top = 22, bottom = 122;
constexpr double label_room = 46;  // a limit's label is about this wide

struct Range {
  double low, high;
};

/// All limits and `value`, with a margin.
Range shown_range(const Curve& curve, double value) {
  Range range{value, value};
  for (const Knot& knot : curve.knots) {
    range.low = std::min(range.low, knot.limit);
    range.high = std::max(range.high, knot.limit);
  }
  const double span = range.high - range.low;
  const double margin = span > 0 ? span * 0.15 : std::max(std::abs(range.low), 1.0) * 0.5;
  const double low = range.low - margin;
  return {range.low >= 0 ? std::max(low, 0.0) : low, range.high + margin};
}

double x_of(double value, const Range& range) {
  return left + (value - range.low) / (range.high - range.low) * (right - left);
}
double y_of(double fraction) { return bottom - fraction * (bottom - top); }

/// The curve from its best end to its worst, as the points of a polyline.
std::string outline(const Curve& curve, const Range& range) {
  const bool lower = curve.better == Curve::Better::lower;
  std::string points;
  const auto to = [&](double value, double fraction) {
    points += fmt::format("{:.1f},{:.1f} ", x_of(value, range), y_of(fraction));
  };
  to(lower ? range.low : range.high, curve.knots.front().fraction);
  const Knot* before = nullptr;
  for (const Knot& knot : curve.knots) {
    if (before != nullptr && curve.kind == Curve::Kind::steps) to(before->limit, knot.fraction);
    to(knot.limit, knot.fraction);
    before = &knot;
  }
  to(before->limit, 0);
  to(lower ? range.high : range.low, 0);
  return points;
}

/// As many limits under the axis as fit next to each other.
Data limits(const Curve& curve, const Range& range) {
  Data labels = Data::array();
  std::vector<double> taken;
  for (const Knot& knot : curve.knots) {
    const double x = x_of(knot.limit, range);
    if (std::any_of(taken.begin(), taken.end(),
                    [&](double other) { return std::abs(other - x) < label_room; }))
      continue;
    taken.push_back(x);
    labels.push_back({{"x", tenths(x)}, {"text", number_text(knot.limit)}});
  }
  return labels;
}

/// Axes, the goal, the curve and its labels.
Data drawing(const Curve& curve, const Range& range, Points worth, const std::string& label) {
  return {{"label", label},
          {"goal", tenths(x_of(curve.knots.front().limit, range))},
          {"outline", outline(curve, range)},
          {"worth", points_text(worth)},
          {"limits", limits(curve, range)},
          {"seen", nullptr},
          {"interval", nullptr}};
}

Data interval_data(const Interval& interval, const Range& range) {
  return {{"low", tenths(std::clamp(x_of(interval.low, range), left, right))},
          {"high", tenths(std::clamp(x_of(interval.high, range), left, right))},
          {"low_words", number_text(interval.low)},
          {"high_words", number_text(interval.high)}};
}

}  // namespace

Data curve_data(const Curve& curve, Points worth) {
  if (curve.knots.empty() || worth == Points(0)) return {};
  const Range range = shown_range(curve, curve.knots.front().limit);
  return drawing(curve, range, worth, "points over the value, " + points_text(worth) + " at best");
}

Data curve_data(const Curve& curve, double measured, Points earned, Points worth,
                std::optional<Interval> interval) {
  if (curve.knots.empty() || !std::isfinite(measured) || worth == Points(0)) return {};
  const Range range = shown_range(curve, measured);
  const double x = x_of(measured, range), y = y_of(earned.value() / worth.value());
  Data data =
      drawing(curve, range, worth, "measured " + number_text(measured) + ", earned " + points_text(earned));
  if (interval) data["interval"] = interval_data(*interval, range);
  data["seen"] = {{"x", tenths(x)},
                  {"y", tenths(y)},
                  {"text_x", tenths(std::clamp(x, left + 14, right - 14))},
                  {"text_y", tenths(y - 10)},
                  {"text", number_text(measured)}};
  return data;
}

}  // namespace gridmark::report::html

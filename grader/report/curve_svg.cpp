#include "grader/report/curve_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "grader/core/number_text.h"

namespace gridmark::html {
namespace {

// The drawing's own units; the style scales it to the page.
constexpr double width = 360, height = 150;
constexpr double left = 34, right = 346, top = 22, bottom = 122;
constexpr double label_room = 46;  // a limit's label is about this wide

struct Range {
  double low, high;
};

/// Every limit and `value`, with a margin.
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

std::string curve_label(double x, double y, const char* anchor, const std::string& text,
                        const char* kind = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>", x, y, anchor, kind,
                     text);
}

/// Limits under the axis, as many as fit beside each other.
std::string limits(const Curve& curve, const Range& range) {
  std::string labels;
  std::vector<double> taken;
  for (const Knot& knot : curve.knots) {
    const double x = x_of(knot.limit, range);
    if (std::any_of(taken.begin(), taken.end(),
                    [&](double other) { return std::abs(other - x) < label_room; }))
      continue;
    taken.push_back(x);
    labels += curve_label(x, bottom + 16, "middle", number_text(knot.limit));
  }
  return labels;
}

/// Axes, the goal, the curve and its labels.
std::string drawing(const Curve& curve, const Range& range, Points worth, const std::string& words) {
  const double goal = x_of(curve.knots.front().limit, range);
  std::string svg = fmt::format("<svg class=\"curve\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
                                width, height, words);
  svg += fmt::format("<path class=\"axis\" d=\"M{0} {1}V{2}H{3}\"/>", left, top, bottom, right);
  svg += fmt::format("<path class=\"goal\" d=\"M{0:.1f} {1}V{2}\"/>", goal, top, bottom);
  svg += fmt::format("<polyline class=\"earns\" points=\"{}\"/>", outline(curve, range));
  svg += curve_label(left - 6, top + 4, "end", points_text(worth)) +
         curve_label(left - 6, bottom + 4, "end", "0");
  return svg + limits(curve, range);
}

}  // namespace

std::string curve_svg(const Curve& curve, Points worth) {
  if (curve.knots.empty() || worth == Points(0)) return "";
  const Range range = shown_range(curve, curve.knots.front().limit);
  return drawing(curve, range, worth, "points over the value, " + points_text(worth) + " at best") + "</svg>";
}

std::string curve_svg(const Curve& curve, double measured, Points earned, Points worth,
                      std::optional<Interval> interval) {
  if (curve.knots.empty() || !std::isfinite(measured) || worth == Points(0)) return "";
  const Range range = shown_range(curve, measured);
  const double x = x_of(measured, range), y = y_of(earned.value() / worth.value());
  std::string svg =
      drawing(curve, range, worth, "measured " + number_text(measured) + ", earned " + points_text(earned));
  if (interval)
    svg += fmt::format("<path class=\"interval\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>",
                       std::clamp(x_of(interval->low, range), left, right), y,
                       std::clamp(x_of(interval->high, range), left, right));
  svg += fmt::format("<circle class=\"seen\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/>", x, y);
  svg += curve_label(std::clamp(x, left + 14, right - 14), y - 10, "middle", number_text(measured),
                     " class=\"value\"");
  return svg + "</svg>";
}

}  // namespace gridmark::html

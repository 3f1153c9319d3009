// The drawing of a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "grader/core/number_text.h"
#include "grader/report/html_template.h"
#include "grader/report/sweep_printer.h"

namespace gridmark::report {
namespace {

using namespace html;

// The units of sweep.svg, which has the axes.
constexpr double left = 70, right = 560, top = 48, bottom = 384;
// Colours that readers with red-green blindness can tell apart. Dashes do the same in print.
constexpr std::array colours{"#555555", "#d55e00", "#e69f00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9"};
constexpr std::array dashes{"", "6 3", "2 3", "8 3 2 3", "", "4 4", "1 2"};

/// A logarithmic axis.
struct Axis {
  double low = 1, high = 10, from = 0, to = 1;
  double at(double value) const {
    return from + (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) * (to - from);
  }
};

struct Axes {
  Axis x, y;
};

Axes axes_of(const Sweep& sweep) {
  Axes axes;
  axes.x = {1e300, 0, left, right};
  axes.y = {1e300, 0, bottom, top};
  for (const SweepPoint& point : sweep) {
    if (!point.problem.empty() || !(point.tflops > 0) || !(point.size > 0)) continue;
    axes.x.low = std::min(axes.x.low, point.size), axes.x.high = std::max(axes.x.high, point.size);
    axes.y.low = std::min(axes.y.low, point.tflops), axes.y.high = std::max(axes.y.high, point.tflops);
  }
  axes.x.low /= 1.08, axes.x.high *= 1.08;
  axes.y.low = std::pow(10, std::floor(std::log10(axes.y.low)));
  axes.y.high = std::pow(10, std::ceil(std::log10(axes.y.high) + 1e-9));
  return axes;
}

Data sizes(const Axis& axis) {
  Data all = Data::array();
  for (double n = 64; n < axis.high; n *= 2)
    if (n >= axis.low) all.push_back({{"x", tenths(axis.at(n))}, {"text", number_text(n)}});
  return all;
}

Data speeds(const Axis& axis) {
  Data all = Data::array();
  for (double tflops = axis.low; tflops <= axis.high * 1.01; tflops *= 10)
    all.push_back({{"y", tenths(axis.at(tflops))},
                   {"text_y", tenths(axis.at(tflops) + 4)},
                   {"text", number_text(tflops)}});
  return all;
}

struct Label {
  double y;
  std::string name, provenance;
  const char* colour;
};

/// Labels at the right, without overlaps.
Data labels_data(std::vector<Label> labels) {
  constexpr double room = 32;
  std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
  double free = top;
  return list_of(labels, [&](const Label& label) {
    const double y = std::max(label.y, free);
    free = y + room;
    return Data{{"colour", label.colour},
                {"y", tenths(y)},
                {"below", tenths(y + 14)},
                {"name", label.name},
                {"provenance", label.provenance}};
  });
}

/// One line of the drawing. Its label, at its last point, joins `labels`.
Data series_data(const Sweep& sweep, const std::string& name, std::size_t number, const Axes& axes,
                 std::vector<Label>& labels) {
  const char* colour = colours[number % colours.size()];
  std::string line;
  Data dots = Data::array();
  std::optional<Label> label;
  for (const SweepPoint& point : sweep) {
    if (point.series != name || !point.problem.empty() || !(point.tflops > 0)) continue;
    const double y = axes.y.at(point.tflops);
    dots.push_back({{"x", tenths(axes.x.at(point.size))}, {"y", tenths(y)}});
    line += fmt::format("{:.1f},{:.1f} ", axes.x.at(point.size), y);
    label = {y, point.series, std::string(name_of(point.provenance)), colour};
  }
  if (label) labels.push_back(*label);
  return {{"points", line}, {"colour", colour}, {"dash", dashes[number % dashes.size()]}, {"dots", dots}};
}

}  // namespace

std::string sweep_svg(const Sweep& sweep, const std::string& title) {
  const Axes axes = axes_of(sweep);
  if (!(axes.x.high > axes.x.low) || !(axes.y.high > axes.y.low))
    return filled("sweep.svg", {{"timed", false}});
  std::vector<Label> labels;
  std::size_t number = 0;
  Data series = list_of(series_of(sweep), [&](const std::string& name) {
    return series_data(sweep, name, number++, axes, labels);
  });
  return filled("sweep.svg", {{"timed", true},
                              {"title", title},
                              {"sizes", sizes(axes.x)},
                              {"speeds", speeds(axes.y)},
                              {"series", std::move(series)},
                              {"labels", labels_data(std::move(labels))}});
}

}  // namespace gridmark::report

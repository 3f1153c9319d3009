// The drawing of a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/sweep_printer.h"

namespace gridmark {
namespace {

constexpr double width = 760, height = 440;
constexpr double left = 70, right = 560, top = 48, bottom = 384;
// Distinct for eyes that confuse red and green; dashes tell the series apart in print.
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

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     html::escaped(text));
}

std::string grid_line(double x1, double y1, double x2, double y2) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n",
                     x1, y1, x2, y2);
}

std::string frame(const Axes& axes, const std::string& title) {
  std::string svg = text_at(left, 26, "start", title);
  for (double n = 64; n < axes.x.high; n *= 2) {
    if (n < axes.x.low) continue;
    svg += grid_line(axes.x.at(n), top, axes.x.at(n), bottom);
    svg += text_at(axes.x.at(n), bottom + 18, "middle", number_text(n));
  }
  for (double tflops = axes.y.low; tflops <= axes.y.high * 1.01; tflops *= 10) {
    svg += grid_line(left, axes.y.at(tflops), right, axes.y.at(tflops));
    svg += text_at(left - 8, axes.y.at(tflops) + 4, "end", number_text(tflops));
  }
  svg += text_at((left + right) / 2, bottom + 40, "middle", "n (matrices of n x n)");
  return svg +
         fmt::format(
             "<text transform=\"translate(20 {:.0f}) rotate(-90)\" text-anchor=\"middle\">TFLOPS, the work "
             "alone</text>\n",
             (top + bottom) / 2);
}

struct Label {
  double y;
  std::string text;
  const char* colour;
};

/// Labels at the right, none on top of another.
std::string labels(std::vector<Label> all) {
  constexpr double room = 32;
  std::sort(all.begin(), all.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
  std::string svg;
  double free = top;
  for (const Label& label : all) {
    const double y = std::max(label.y, free);
    free = y + room;
    const auto end_of_name = label.text.find('|');
    svg += fmt::format("<g fill=\"{}\">{}{}</g>\n", label.colour,
                       text_at(right + 12, y, "start", label.text.substr(0, end_of_name)),
                       text_at(right + 12, y + 14, "start", label.text.substr(end_of_name + 1)));
  }
  return svg;
}

}  // namespace

std::string sweep_svg(const Sweep& sweep, const std::string& title) {
  const Axes axes = axes_of(sweep);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  if (!(axes.x.high > axes.x.low) || !(axes.y.high > axes.y.low))
    return svg + text_at(left, top, "start", "no times") + "</svg>\n";
  svg += frame(axes, title);
  std::vector<Label> names;
  const std::vector<std::string> all_series = series_of(sweep);
  for (std::size_t i = 0; i < all_series.size(); ++i) {
    const char *colour = colours[i % colours.size()], *dash = dashes[i % dashes.size()];
    std::string line, dots;
    Label label{0, "", colour};
    for (const SweepPoint& point : sweep) {
      if (point.series != all_series[i] || !point.problem.empty() || !(point.tflops > 0)) continue;
      const double x = axes.x.at(point.size), y = axes.y.at(point.tflops);
      line += fmt::format("{:.1f},{:.1f} ", x, y);
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x, y, colour);
      label = {y, point.series + "|" + std::string(name_of(point.provenance)), colour};
    }
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
        "stroke-dasharray=\"{}\"/>\n{}",
        line, colour, dash, dots);
    if (!label.text.empty()) names.push_back(label);
  }
  return svg + labels(names) + "</svg>\n";
}

}  // namespace gridmark

// The roofline's drawing and its table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/roofline.h"

namespace gridmark::html {
namespace {

constexpr double giga = 1e9, mega = 1e6, milli = 1e-3;

// The drawing's own units; the style scales it to the page.
constexpr double width = 560, height = 300;
constexpr double left = 62, right = 540, top = 18, bottom = 252;

/// A logarithmic axis over whole decades.
struct Axis {
  double low, high, from, to;
  double at(double value) const {
    return from + (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low)) * (to - from);
  }
};

double decade_below(double value) { return std::pow(10, std::floor(std::log10(value))); }
double decade_above(double value) { return std::pow(10, std::floor(std::log10(value)) + 1); }

struct Axes {
  Axis x, y;
};

/// All points and the ridge, where the two ceilings meet.
Axes axes_of(const Roofline& roofline) {
  const double ridge = roofline.flops_per_second / roofline.bytes_per_second;
  double x_low = ridge, x_high = ridge, y_low = roofline.flops_per_second, y_high = roofline.flops_per_second;
  for (const RooflinePoint& point : roofline.points) {
    x_low = std::min(x_low, point.intensity()), x_high = std::max(x_high, point.intensity());
    y_low = std::min(y_low, point.flops_per_second()), y_high = std::max(y_high, point.flops_per_second());
  }
  y_low = std::min(y_low, decade_below(x_low) * roofline.bytes_per_second);
  return {{decade_below(x_low), decade_above(x_high), left, right},
          {decade_below(y_low), decade_above(y_high), bottom, top}};
}

std::string roofline_label(double x, double y, const char* anchor, const std::string& text,
                           const char* kind = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>", x, y, anchor, kind,
                     escaped(text));
}

/// Ticks at every decade, or at every second or third where there are many.
std::string ticks(const Axis& axis, bool across) {
  constexpr double most = 6;
  std::string svg;
  const double decades = std::round(std::log10(axis.high / axis.low));
  const double step = std::pow(10, std::max(1.0, std::ceil(decades / most)));
  for (double value = axis.low; value <= axis.high * 1.001; value *= step) {
    const double at = axis.at(value);
    const std::string text = number_text(across ? value : value / giga);
    svg += across ? fmt::format("<path class=\"axis\" d=\"M{0:.1f} {1}V{2}\"/>", at, top, bottom)
                  : fmt::format("<path class=\"axis\" d=\"M{1} {0:.1f}H{2}\"/>", at, left, right);
    svg += across ? roofline_label(at, bottom + 16, "middle", text)
                  : roofline_label(left - 6, at + 4, "end", text);
  }
  return svg;
}

std::string roof(const Roofline& roofline, const Axes& axes) {
  const double ridge = roofline.flops_per_second / roofline.bytes_per_second;
  return fmt::format("<polyline class=\"earns\" points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\"/>",
                     axes.x.at(axes.x.low), axes.y.at(axes.x.low * roofline.bytes_per_second),
                     axes.x.at(ridge), axes.y.at(roofline.flops_per_second), axes.x.at(axes.x.high),
                     axes.y.at(roofline.flops_per_second));
}

std::string point(const RooflinePoint& seen, std::size_t number, const Axes& axes) {
  const double x = axes.x.at(seen.intensity()), y = axes.y.at(seen.flops_per_second());
  return fmt::format("<path class=\"goal\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>", x, axes.y.at(seen.ceiling), y) +
         fmt::format("<circle class=\"seen\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/>", x, y) +
         roofline_label(x + 10, y + 14, "start", std::to_string(number), " class=\"value\"");
}

std::string cells(std::size_t number, const RooflinePoint& seen) {
  const auto cell = [](const std::string& text) { return element("td", "number", text); };
  return "<tr>" + cell(std::to_string(number)) +
         element("td", "", element("code", "", escaped(seen.measurement))) +
         cell(number_text(seen.flops / mega)) + cell(number_text(seen.bytes / mega)) +
         cell(number_text(seen.intensity())) + cell(number_text(seen.seconds / milli)) +
         cell(number_text(seen.flops_per_second() / giga)) + cell(number_text(seen.ceiling / giga)) +
         cell(fmt::format("{:.3g}%", 100 * seen.share())) + "</tr>\n";
}

std::string table(const Roofline& roofline) {
  std::string rows;
  for (std::size_t i = 0; i < roofline.points.size(); ++i) rows += cells(i + 1, roofline.points[i]);
  return "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th rowspan=\"2\">no.</th><th "
         "rowspan=\"2\">timed "
         "value</th>"
         "<th colspan=\"3\">a call, counted</th><th colspan=\"2\">a call, measured</th>"
         "<th colspan=\"2\">ceiling "
         "there</th></tr>\n<tr><th>MFLOP</th><th>MB</th><th>FLOP/byte</th><th>ms</th>"
         "<th>GFLOP/s</th><th>GFLOP/s</th><th>share</th></tr></thead>\n" +
         rows + "</table></div>";
}

std::string machine_words(const Roofline& roofline) {
  const Passport& passport = *roofline.run.passport;
  const std::string of =
      roofline.one_core && passport.cores > 1
          ? fmt::format("one core's part of {} cores, since the times are CPU seconds of one core",
                        passport.cores)
          : "all cores";
  return fmt::format(
      "{}. {} on {}: {:.1f} GB/s and {:.1f} GFLOP/s FP32, measured {} by a copying and an adding kernel; {}.",
      run_words(roofline.run), passport.device.name, passport.processor, roofline.bytes_per_second / giga,
      roofline.flops_per_second / giga, passport.measured.empty() ? "before" : passport.measured, of);
}

}  // namespace

std::string roofline_svg(const Roofline& roofline) {
  const Axes axes = axes_of(roofline);
  std::string svg = fmt::format(
      "<svg class=\"curve\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"roofline: FLOP/s over FLOP per "
      "byte\">",
      width, height);
  svg += ticks(axes.x, true) + ticks(axes.y, false) + roof(roofline, axes);
  for (std::size_t i = 0; i < roofline.points.size(); ++i) svg += point(roofline.points[i], i + 1, axes);
  svg += roofline_label((left + right) / 2, height - 10, "middle", "FLOP per byte of global memory, counted");
  svg += fmt::format(
      "<text transform=\"translate(14 {:.0f}) rotate(-90)\" text-anchor=\"middle\">GFLOP/s, "
      "measured</text>",
      (top + bottom) / 2);
  return svg + "</svg>";
}

std::string roofline_section(const GradeRecord& record) {
  std::string html;
  for (const Roofline& roofline : rooflines_of(record))
    html += element("div", "card",
                    element("figure", "wide good", roofline_svg(roofline)) + table(roofline) +
                        element("p", "soft", escaped(machine_words(roofline))));
  return html.empty() ? "" : element("h2", "", "What this machine could reach") + html;
}

}  // namespace gridmark::html

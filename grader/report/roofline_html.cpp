// The drawing and the table of a roofline.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/core/number_text.h"
#include "grader/report/roofline.h"

namespace gridmark::report::html {
namespace {

constexpr double giga = 1e9, mega = 1e6, milli = 1e-3;

// The units of roofline.svg, which has the axes.
constexpr double left = 62, right = 540, top = 18, bottom = 252;

/// A logarithmic axis over full decades.
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

/// All points, and the ridge where the two ceilings meet.
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

/// Ticks at every decade, or at every second or third if there are many.
Data ticks(const Axis& axis, double unit) {
  constexpr double most = 6;
  Data all = Data::array();
  const double decades = std::round(std::log10(axis.high / axis.low));
  const double step = std::pow(10, std::max(1.0, std::ceil(decades / most)));
  for (double value = axis.low; value <= axis.high * 1.001; value *= step) {
    const double at = axis.at(value);
    all.push_back({{"at", tenths(at)}, {"text_at", tenths(at + 4)}, {"text", number_text(value / unit)}});
  }
  return all;
}

std::string roof(const Roofline& roofline, const Axes& axes) {
  const double ridge = roofline.flops_per_second / roofline.bytes_per_second;
  return fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", axes.x.at(axes.x.low),
                     axes.y.at(axes.x.low * roofline.bytes_per_second), axes.x.at(ridge),
                     axes.y.at(roofline.flops_per_second), axes.x.at(axes.x.high),
                     axes.y.at(roofline.flops_per_second));
}

Data cells(const RooflinePoint& seen) {
  return {number_text(seen.flops / mega),
          number_text(seen.bytes / mega),
          number_text(seen.intensity()),
          number_text(seen.seconds / milli),
          number_text(seen.flops_per_second() / giga),
          number_text(seen.ceiling / giga),
          fmt::format("{:.3g}%", 100 * seen.share())};
}

Data point(const RooflinePoint& seen, int number, const Axes& axes) {
  const double x = axes.x.at(seen.intensity()), y = axes.y.at(seen.flops_per_second());
  return {{"number", number},
          {"name", seen.measurement},
          {"x", tenths(x)},
          {"y", tenths(y)},
          {"ceiling", tenths(axes.y.at(seen.ceiling))},
          {"text_x", tenths(x + 10)},
          {"text_y", tenths(y + 14)},
          {"cells", cells(seen)}};
}

std::string machine_words(const Roofline& roofline) {
  const MachineBaseline& baseline = *roofline.run.baseline;
  const std::string of =
      roofline.one_core && baseline.host.cores > 1
          ? fmt::format("one core's part of {} cores, since the times are CPU seconds of one core",
                        baseline.host.cores)
          : "all cores";
  return fmt::format(
      "{}. {} on {}: {:.1f} GB/s and {:.1f} GFLOP/s FP32, measured {} by a copying and an adding kernel; {}.",
      run_words(roofline.run), baseline.device.name, baseline.host.processor,
      roofline.bytes_per_second / giga, roofline.flops_per_second / giga,
      baseline.measured.empty() ? "before" : baseline.measured, of);
}

}  // namespace

Data rooflines_data(const GradeRecord& record) {
  return list_of(rooflines_of(record), [](const Roofline& roofline) {
    const Axes axes = axes_of(roofline);
    int number = 0;
    return Data{{"across", ticks(axes.x, 1)},
                {"upwards", ticks(axes.y, giga)},
                {"roof", roof(roofline, axes)},
                {"points", list_of(roofline.points,
                                   [&](const RooflinePoint& seen) { return point(seen, ++number, axes); })},
                {"words", machine_words(roofline)}};
  });
}

}  // namespace gridmark::report::html

#include "grader/report/plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/plot_axis.h"

namespace gridmark::html {
namespace {

// The drawing's own units; the style scales it to the page.
constexpr double width = 640, height = 316;
constexpr double left = 56, right = 510, top = 42, bottom = 278;
constexpr double line_height = 15;
constexpr std::size_t kinds = 6;         ///< of lines, in the style
constexpr std::size_t most_dots = 60;    ///< of a line; more would hide it
constexpr std::size_t most_places = 24;  ///< along x that get a tick each

std::string text(double x, double y, std::string_view anchor, std::string_view kind,
                 const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>", x, y,
                     anchor, kind, escaped(words));
}

/// "250", "20k", "1.5M": short enough for an axis. The table has the whole number.
std::string tick_text(double value) {
  for (const auto& [factor, letter] : {std::pair{1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
    if (std::abs(value) >= 10 * factor || (factor > 1e3 && std::abs(value) >= factor))
      return number_text(value / factor) + letter;
  return number_text(value);
}

struct Axes {
  PlotAxis x, y;
};

Axes axes_of(const Plot& plot) {
  std::vector<double> places = places_of(plot), values;
  for (const PlotSeries& series : plot.series)
    values.insert(values.end(), series.values.begin(), series.values.end());
  for (const PlotMark& mark : plot.marks) places.push_back(mark.at);
  return {PlotAxis(places, left, right, plot.x.logarithmic),
          PlotAxis(values, bottom, top, plot.y.logarithmic)};
}

std::string ticks_below(const Axes& axes, const Plot& plot) {
  std::vector<double> places = places_of(plot);
  if (places.size() > most_places) places = axes.x.ticks();
  std::string svg;
  double taken = -100;
  for (const double at : places) {
    const double x = axes.x.place_of(at);
    svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {}v5\"/>", x, bottom);
    if (x - taken < 34) continue;  // its label would lie on the one before
    taken = x;
    svg += text(x, bottom + 18, "middle", "", tick_text(at));
  }
  return svg;
}

std::string frame(const Axes& axes, const Plot& plot) {
  std::string svg;
  for (const double tick : axes.y.ticks()) {
    const double y = axes.y.place_of(tick);
    svg += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>", left, y, right) +
           text(left - 8, y + 4, "end", "", tick_text(tick));
  }
  svg += ticks_below(axes, plot);
  svg += fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>", left, top, bottom, right);
  if (!plot.y.label.empty()) svg += text(4, 13, "start", "", words(plot.y));
  return svg + text((left + right) / 2, bottom + 34, "middle", "", words(plot.x));
}

std::string marks(const Axes& axes, const Plot& plot) {
  std::string svg;
  for (const PlotMark& mark : plot.marks) {
    const double x = axes.x.place_of(mark.at);
    svg += fmt::format("<path class=\"goal\" d=\"M{:.1f} {}V{}\"/>", x, top, bottom) +
           text(std::clamp(x, left + 60, right - 60), top - 10, "middle", "value", mark.text);
  }
  return svg;
}

std::string line_of(const Axes& axes, const PlotSeries& series) {
  std::string points, dots;
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    const double x = axes.x.place_of(series.at[i]), y = axes.y.place_of(series.values[i]);
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    if (series.values.size() <= most_dots)
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", x, y);
  }
  return fmt::format("<polyline points=\"{}\"/>{}", points, dots);
}

/// The lines, each with its name at its end, no name on another.
std::string lines(const Axes& axes, const Plot& plot) {
  std::vector<std::pair<double, std::size_t>> ends;
  std::string svg;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    svg += fmt::format("<g class=\"line{}\">{}</g>", i % kinds, line_of(axes, plot.series[i]));
    ends.emplace_back(axes.y.place_of(plot.series[i].values.back()) + 4, i);
  }
  std::sort(ends.begin(), ends.end());
  double free = top;
  for (const auto& [wanted, i] : ends) {
    const double y = std::max(wanted, free);
    free = y + line_height;
    svg += fmt::format("<g class=\"line{}\">{}</g>", i % kinds,
                       text(right + 10, y, "start", "name", plot.series[i].name));
  }
  return svg;
}

}  // namespace

std::string words(const PlotQuantity& quantity) {
  return quantity.unit.empty() ? quantity.label : fmt::format("{} ({})", quantity.label, quantity.unit);
}

std::vector<double> places_of(const Plot& plot) {
  std::vector<double> places;
  for (const PlotSeries& series : plot.series)
    places.insert(places.end(), series.at.begin(), series.at.end());
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

bool can_be_drawn(const Plot& plot) {
  return !plot.series.empty() && places_of(plot).size() > 1 &&
         std::none_of(plot.series.begin(), plot.series.end(),
                      [](const PlotSeries& series) { return series.values.empty(); });
}

std::string plot_svg(const Plot& plot, const std::string& description) {
  const Axes axes = axes_of(plot);
  return fmt::format("<svg class=\"curve plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", width,
                     height, escaped(description)) +
         frame(axes, plot) + marks(axes, plot) + lines(axes, plot) + "</svg>";
}

}  // namespace gridmark::html

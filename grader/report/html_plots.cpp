#include "grader/report/html_plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/plot_axis.h"

namespace gridmark::html {
namespace {

// The drawing's own units; the style scales it to the page.
constexpr double width = 640, height = 300;
constexpr double left = 56, right = 520, top = 26, bottom = 262;
constexpr double line_height = 15;
constexpr int kinds = 4;  ///< of lines, in the style

std::string text(double x, double y, std::string_view anchor, std::string_view kind,
                 const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>", x, y,
                     anchor, kind, escaped(words));
}

std::string upright(std::string_view kind, double x) {
  return fmt::format("<path class=\"{}\" d=\"M{:.1f} {}V{}\"/>", kind, x, top, bottom);
}

struct Axes {
  PlotAxis x, y;
};

Axes axes_of(const PlottedData& plot) {
  std::vector<double> values;
  for (const PlottedSeries& series : plot.series)
    values.insert(values.end(), series.values.begin(), series.values.end());
  return {PlotAxis(plot.at, left, right), PlotAxis(values, bottom, top)};
}

std::string frame(const Axes& axes, const PlottedData& plot) {
  std::string svg;
  for (const double tick : axes.y.ticks()) {
    const double y = axes.y.place_of(tick);
    svg += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>", left, y, right) +
           text(left - 8, y + 4, "end", "", number_text(tick));
  }
  double taken = -100;
  for (const double at : plot.at) {
    const double x = axes.x.place_of(at);
    svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {}v5\"/>", x, bottom);
    if (x - taken < 34) continue;  // its label would lie on the one before
    taken = x;
    svg += text(x, bottom + 18, "middle", "", number_text(at));
  }
  svg += fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>", left, top, bottom, right);
  return svg + text((left + right) / 2, bottom + 34, "middle", "", plot.over);
}

std::string marks(const Axes& axes, const PlottedData& plot) {
  std::string svg;
  for (const Crossover& crossover : plot.crossovers) {
    const double x = axes.x.place_of(crossover.at);
    svg +=
        upright("goal", x) + text(std::clamp(x, left + 60, right - 60), top - 10, "middle", "value",
                                  fmt::format("crossover at {} = {}", plot.over, number_text(crossover.at)));
  }
  return svg;
}

std::string line_of(const Axes& axes, const PlottedData& plot, const PlottedSeries& series) {
  std::string points, dots;
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    const double x = axes.x.place_of(plot.at[i]), y = axes.y.place_of(series.values[i]);
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", x, y);
  }
  return fmt::format("<polyline points=\"{}\"/>{}", points, dots);
}

/// The lines, each with its name at its end, no name on another.
std::string lines(const Axes& axes, const PlottedData& plot) {
  std::vector<std::pair<double, std::size_t>> ends;
  std::string svg;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    svg += fmt::format("<g class=\"line{}\">{}</g>", i % kinds, line_of(axes, plot, plot.series[i]));
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

std::string table(const PlottedData& plot) {
  std::string head = element("th", "points", escaped(plot.over)), rows;
  for (const PlottedSeries& series : plot.series) head += element("th", "points", escaped(series.name));
  for (std::size_t row = 0; row < plot.at.size(); ++row) {
    const bool turns = std::any_of(plot.crossovers.begin(), plot.crossovers.end(),
                                   [&](const Crossover& crossover) { return crossover.at == plot.at[row]; });
    std::string cells = element("td", "points", number_text(plot.at[row]));
    for (const PlottedSeries& series : plot.series)
      cells += element("td", "points", number_text(series.values[row]));
    rows += fmt::format("<tr{}>{}</tr>\n", turns ? " class=\"turn\"" : "", cells);
  }
  return "<div class=\"scroll\" tabindex=\"0\"><table class=\"data\"><thead><tr>" + head + "</tr></thead>\n" +
         rows + "</table></div>";
}

std::string caption(const PlottedData& plot) {
  std::string words = "Drawn from " + element("code", "", escaped(plot.file)) +
                      ", as the report hands it in: claimed, not measured here.";
  for (const Crossover& crossover : plot.crossovers)
    words += fmt::format(" From {} = {} on, {} stays at or below {}.", escaped(plot.over),
                         number_text(crossover.at), escaped(crossover.series), escaped(crossover.below));
  return element("figcaption", "", words);
}

/// A student's data may hold anything that is a number; differences of what lies within this are numbers,
/// too.
bool can_be_drawn(const PlottedData& plot) {
  constexpr double most = 1e100;
  const auto fits = [](double value) { return value > -most && value < most; };
  if (plot.at.size() < 2 || plot.series.empty() || !std::all_of(plot.at.begin(), plot.at.end(), fits))
    return false;
  return std::all_of(plot.series.begin(), plot.series.end(), [&](const PlottedSeries& series) {
    return std::all_of(series.values.begin(), series.values.end(), fits);
  });
}

}  // namespace

std::string plot_figure(const PlottedData& plot) {
  if (!can_be_drawn(plot)) return "";
  const Axes axes = axes_of(plot);
  const std::string svg =
      fmt::format("<svg class=\"curve plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", width,
                  height, escaped("the data of " + plot.file + " over " + plot.over)) +
      frame(axes, plot) + marks(axes, plot) + lines(axes, plot) + "</svg>";
  return element("figure", "plot", svg + caption(plot)) +
         "<details><summary><span class=\"title\">The numbers</span></summary><div class=\"body\">" +
         table(plot) + "</div></details>";
}

}  // namespace gridmark::html

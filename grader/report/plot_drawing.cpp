#include "grader/report/plot_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/core/number_text.h"
#include "grader/report/plot_axis.h"

namespace gridmark::report::html {
namespace {

// The units of plot.svg, which has the axes.
constexpr double left = 56, right = 510, top = 42, bottom = 278;
constexpr double line_height = 15;
constexpr std::size_t kinds = 6;         ///< line styles in the style sheet
constexpr std::size_t most_dots = 60;    ///< per line, because more dots would hide it
constexpr std::size_t most_places = 24;  ///< places along x that get a tick

/// "250", "20k", "1.5M": short enough for an axis. The table has the full number.
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

Data levels(const Axes& axes) {
  return list_of(axes.y.ticks(), [&](double tick) {
    const double y = axes.y.place_of(tick);
    return Data{{"y", tenths(y)}, {"text_y", tenths(y + 4)}, {"text", tick_text(tick)}};
  });
}

Data ticks_below(const Axes& axes, const Plot& plot) {
  std::vector<double> places = places_of(plot);
  if (places.size() > most_places) places = axes.x.ticks();
  double taken = -100;
  return list_of(places, [&](double at) {
    const double x = axes.x.place_of(at);
    const bool room = x - taken >= 34;  // its label must not cover the one before
    if (room) taken = x;
    return Data{{"x", tenths(x)}, {"text", room ? tick_text(at) : ""}};
  });
}

Data mark_data(const Axes& axes, const PlotMark& mark) {
  const double x = axes.x.place_of(mark.at);
  return {{"x", tenths(x)}, {"text_x", tenths(std::clamp(x, left + 60, right - 60))}, {"text", mark.text}};
}

Data line_data(const Axes& axes, const PlotSeries& series, std::size_t kind) {
  std::string points;
  Data dots = Data::array();
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    const std::string x = tenths(axes.x.place_of(series.at[i])),
                      y = tenths(axes.y.place_of(series.values[i]));
    points += x + "," + y + " ";
    if (series.values.size() <= most_dots) dots.push_back({{"x", x}, {"y", y}});
  }
  return {{"kind", kind}, {"points", points}, {"dots", std::move(dots)}};
}

/// The name of each line at its end, without overlaps.
Data names_data(const Axes& axes, const Plot& plot) {
  std::vector<std::pair<double, std::size_t>> ends;
  for (std::size_t i = 0; i < plot.series.size(); ++i)
    ends.emplace_back(axes.y.place_of(plot.series[i].values.back()) + 4, i);
  std::sort(ends.begin(), ends.end());
  double free = top;
  return list_of(ends, [&](const auto& end) {
    const double y = std::max(end.first, free);
    free = y + line_height;
    return Data{{"kind", end.second % kinds}, {"y", tenths(y)}, {"name", plot.series[end.second].name}};
  });
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

Data plot_drawing(const Plot& plot, const std::string& heard) {
  const Axes axes = axes_of(plot);
  std::size_t line = 0;
  return {
      {"heard", heard},
      {"levels", levels(axes)},
      {"places", ticks_below(axes, plot)},
      {"x_words", words(plot.x)},
      {"y_words", plot.y.label.empty() ? "" : words(plot.y)},
      {"marks", list_of(plot.marks, [&](const PlotMark& mark) { return mark_data(axes, mark); })},
      {"lines", list_of(plot.series,
                        [&](const PlotSeries& series) { return line_data(axes, series, line++ % kinds); })},
      {"names", names_data(axes, plot)}};
}

}  // namespace gridmark::report::html

#include "grader/report/html_plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/plot_axis.h"
#include "grader/report/plot_drawing.h"

namespace gridmark::report::html {
namespace {

bool turns_at(const Plot& plot, double place) {
  return std::any_of(plot.marks.begin(), plot.marks.end(),
                     [&](const PlotMark& mark) { return mark.at == place; });
}

/// The value of `series` at `place`, or empty.
std::string value_at(const PlotSeries& series, double place) {
  const auto found = std::find(series.at.begin(), series.at.end(), place);
  if (found == series.at.end()) return "";
  return number_text(series.values[static_cast<std::size_t>(found - series.at.begin())]);
}

Data row(const Plot& plot, double place) {
  std::vector<std::string> cells{number_text(place)};
  for (const PlotSeries& series : plot.series) cells.push_back(value_at(series, place));
  return {{"turn", turns_at(plot, place)}, {"cells", cells}};
}

/// A long series is reduced to every nth place, so that the page stays small. The record has all values.
Data table(const Plot& plot) {
  constexpr std::size_t most_rows = 100;
  const std::vector<double> places = places_of(plot);
  const std::size_t stride = (places.size() + most_rows - 1) / most_rows;
  std::vector<std::string> heads{words(plot.x)};
  for (const PlotSeries& series : plot.series) heads.push_back(series.name);
  Data rows = Data::array();
  for (std::size_t i = 0; i < places.size(); i += stride) rows.push_back(row(plot, places[i]));
  return {{"heads", heads}, {"rows", std::move(rows)}, {"one_of", stride > 1 ? std::to_string(stride) : ""}};
}

/// Drawing, caption and table. `heard` is for screen readers.
Data figure(const Plot& plot, const std::string& heard) {
  return joined(joined(plot_drawing(plot, heard), table(plot)), {{"from", nullptr}, {"caption", ""}});
}

/// The limit for values that can be drawn. A student's data can contain any number. Within this limit,
/// differences are finite too.
bool fits(const std::vector<double>& values) {
  constexpr double most = 1e100;
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return value > -most && value < most; });
}

Plot plot_of(const PlottedData& data) {
  Plot plot;
  plot.x = {data.over, "", needs_logarithm(data.at)};
  std::vector<double> all;
  for (const PlottedSeries& series : data.series) {
    plot.series.push_back({series.name, Provenance::claimed, data.at, series.values});
    all.insert(all.end(), series.values.begin(), series.values.end());
  }
  plot.y.logarithmic = needs_logarithm(all);
  for (const Crossover& crossover : data.crossovers)
    plot.marks.push_back(
        {crossover.at, fmt::format("crossover at {} = {}", data.over, number_text(crossover.at))});
  return plot;
}

Data origin(const PlottedData& data) {
  return {{"file", data.file},
          {"over", data.over},
          {"crossovers", list_of(data.crossovers, [](const auto& crossover) {
             return Data{
                 {"at", number_text(crossover.at)}, {"series", crossover.series}, {"below", crossover.below}};
           })}};
}

/// "Peak of attention's memory: counted." or the provenance of each series.
std::string caption(const Plot& plot) {
  const Provenance first = plot.series.front().provenance;
  const bool alike = std::all_of(plot.series.begin(), plot.series.end(),
                                 [&](const PlotSeries& series) { return series.provenance == first; });
  std::string kinds;
  for (const PlotSeries& series : plot.series)
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", series.name, name_of(series.provenance));
  return fmt::format("{}: {}.", plot.title, alike ? std::string(name_of(first)) : kinds);
}

}  // namespace

Data plot_data(const PlottedData& data) {
  if (data.at.empty() || data.series.empty() || !fits(data.at) ||
      !std::all_of(data.series.begin(), data.series.end(),
                   [](const PlottedSeries& series) { return fits(series.values); }))
    return {};
  const Plot plot = plot_of(data);
  if (!can_be_drawn(plot)) return {};
  Data shown = figure(plot, "the data of " + data.file + " over " + data.over);
  shown["from"] = origin(data);
  return shown;
}

Data plots_data(const GradeRecord& record) {
  Data figures = Data::array();
  for (const Plot& plot : record.plots) {
    if (!can_be_drawn(plot)) continue;
    figures.push_back(figure(plot, plot.title));
    figures.back()["caption"] = caption(plot);
  }
  return figures;
}

}  // namespace gridmark::report::html

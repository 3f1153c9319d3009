#include "grader/report/html_plots.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"
#include "grader/report/plot_axis.h"
#include "grader/report/plot_svg.h"

namespace gridmark::html {
namespace {

bool turns_at(const Plot& plot, double place) {
  return std::any_of(plot.marks.begin(), plot.marks.end(),
                     [&](const PlotMark& mark) { return mark.at == place; });
}

/// The value of `series` at `place`; empty where it has none.
std::string value_at(const PlotSeries& series, double place) {
  const auto found = std::find(series.at.begin(), series.at.end(), place);
  if (found == series.at.end()) return "";
  return number_text(series.values[static_cast<std::size_t>(found - series.at.begin())]);
}

/// A long series is thinned to every nth place, so that the page stays small; the record has all.
std::string table(const Plot& plot) {
  constexpr std::size_t most_rows = 100;
  const std::vector<double> places = places_of(plot);
  const std::size_t stride = (places.size() + most_rows - 1) / most_rows;
  std::string head = element("th", "points", escaped(words(plot.x))), rows;
  for (const PlotSeries& series : plot.series) head += element("th", "points", escaped(series.name));
  for (std::size_t row = 0; row < places.size(); row += stride) {
    const double place = places[row];
    std::string cells = element("td", "points", number_text(place));
    for (const PlotSeries& series : plot.series) cells += element("td", "points", value_at(series, place));
    rows += fmt::format("<tr{}>{}</tr>\n", turns_at(plot, place) ? " class=\"turn\"" : "", cells);
  }
  const std::string thinned =
      stride > 1 ? element("p", "soft", fmt::format("One of {} places; the record has all.", stride)) : "";
  return thinned + "<div class=\"scroll\" tabindex=\"0\"><table class=\"data\"><thead><tr>" + head +
         "</tr></thead>\n" + rows + "</table></div>";
}

/// Drawing, caption and table; `heard` is for a reader who does not see them.
std::string figure(const Plot& plot, const std::string& heard, const std::string& caption) {
  return element("figure", "plot", plot_svg(plot, heard) + element("figcaption", "", caption)) +
         "<details><summary><span class=\"title\">The numbers</span></summary><div class=\"body\">" +
         table(plot) + "</div></details>";
}

/// What of a student's data may be drawn. It may hold anything that is a number; differences of what lies
/// within this are numbers, too.
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

std::string caption(const PlottedData& data) {
  std::string words = "Drawn from " + element("code", "", escaped(data.file)) +
                      ", as the report hands it in: claimed, not measured here.";
  for (const Crossover& crossover : data.crossovers)
    words += fmt::format(" From {} = {} on, {} stays at or below {}.", escaped(data.over),
                         number_text(crossover.at), escaped(crossover.series), escaped(crossover.below));
  return words;
}

/// "Peak of attention's memory: counted." or which series is what.
std::string caption(const Plot& plot) {
  const Provenance first = plot.series.front().provenance;
  const bool alike = std::all_of(plot.series.begin(), plot.series.end(),
                                 [&](const PlotSeries& series) { return series.provenance == first; });
  std::string kinds;
  for (const PlotSeries& series : plot.series)
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", series.name, name_of(series.provenance));
  return escaped(fmt::format("{}: {}.", plot.title, alike ? std::string(name_of(first)) : kinds));
}

}  // namespace

std::string plot_figure(const PlottedData& data) {
  if (data.at.empty() || data.series.empty() || !fits(data.at) ||
      !std::all_of(data.series.begin(), data.series.end(),
                   [](const PlottedSeries& series) { return fits(series.values); }))
    return "";
  const Plot plot = plot_of(data);
  return can_be_drawn(plot) ? figure(plot, "the data of " + data.file + " over " + data.over, caption(data))
                            : "";
}

std::string plots_section(const GradeRecord& record) {
  std::string figures;
  for (const Plot& plot : record.plots)
    if (can_be_drawn(plot)) figures += figure(plot, plot.title, caption(plot));
  return figures.empty() ? "" : element("h2", "", "What the run showed") + element("div", "card", figures);
}

}  // namespace gridmark::html

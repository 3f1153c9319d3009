#include "grader/load/plot_json.h"

#include <fmt/format.h>

namespace gridmark {
namespace {

// What a page can show and a person can tell apart.
constexpr std::size_t most_series = 12, most_values = 2000, most_marks = 12;
constexpr std::size_t most_words = 256;
// Differences of what lies within this are numbers, too.
constexpr Range plotted_value{-1e100, 1e100, "a number, -1e100 to 1e100"};

std::vector<double> read_values(const Node& node) {
  std::vector<double> values;
  for (const Node& value : node.elements(most_values)) values.push_back(value.number(plotted_value));
  return values;
}

PlotQuantity read_quantity(const Node& node) {
  node.keys({"label", "unit", "logarithmic"});
  return {node["label"].text(1, most_words), node["unit"].text(0, 64), node["logarithmic"].truth()};
}

PlotSeries read_series(const Node& node) {
  node.keys({"name", "provenance", "at", "values"});
  PlotSeries series{node["name"].text(1, most_words), node["provenance"].one_of<Provenance>(),
                    read_values(node["at"]), read_values(node["values"])};
  if (series.at.size() != series.values.size())
    node["values"].fail(
        fmt::format("found {} values, expected {}, as \"at\" has", series.values.size(), series.at.size()));
  return series;
}

/// A logarithm is of numbers above 0.
void check_positive(const Node& node, const std::vector<double>& values, const PlotQuantity& along) {
  for (const double value : values)
    if (along.logarithmic && !(value > 0))
      node.fail(fmt::format("found {}, expected numbers above 0 along a logarithmic axis", value));
}

}  // namespace

Plot read_plot(const Node& node) {
  node.keys({"name", "title", "test", "x", "y", "series", "marks"});
  Plot plot{node["name"].text(1, most_words),
            node["title"].text(1, most_words),
            node["test"].text(1, most_words),
            read_quantity(node["x"]),
            read_quantity(node["y"]),
            {},
            {}};
  for (const Node& one : node["series"].elements(most_series)) {
    plot.series.push_back(read_series(one));
    check_positive(one, plot.series.back().at, plot.x);
    check_positive(one, plot.series.back().values, plot.y);
  }
  for (const Node& mark : node["marks"].elements(most_marks)) {
    mark.keys({"at", "text"});
    plot.marks.push_back({mark["at"].number(plotted_value), mark["text"].text(1, most_words)});
    check_positive(mark, {plot.marks.back().at}, plot.x);
  }
  return plot;
}

}  // namespace gridmark

#include <fmt/format.h>

#include "grader/load/protocol_values.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

/// A logarithm is of numbers above 0.
void check_positive(const Node& node, const std::vector<double>& values, const PlotQuantity& along) {
  for (const double value : values)
    if (along.logarithmic && !(value > 0))
      node.fail(fmt::format("found {}, expected numbers above 0 along a logarithmic axis", value));
}

void check_series(const Node& node, const PlotSeries& series, const Plot& plot) {
  if (series.at.size() != series.values.size())
    node["values"].fail(
        fmt::format("found {} values, expected {}, as \"at\" has", series.values.size(), series.at.size()));
  check_positive(node, series.at, plot.x);
  check_positive(node, series.values, plot.y);
}

}  // namespace

Plot read_plot(const Node& node) {
  Plot plot = read_value<Plot>(node);
  if (node.failed()) return plot;
  const std::vector<Node> series = node["series"].elements(), marks = node["marks"].elements();
  for (std::size_t i = 0; i < series.size(); ++i) check_series(series[i], plot.series[i], plot);
  for (std::size_t i = 0; i < marks.size(); ++i) check_positive(marks[i], {plot.marks[i].at}, plot.x);
  return plot;
}

}  // namespace gridmark::load

#include <fmt/format.h>

#include "grader/load/value_rules.h"

namespace gridmark::load {
namespace {

/// A logarithm needs numbers above 0.
void check_positive(const Node& node, const std::vector<double>& values, const PlotQuantity& along) {
  for (const double value : values)
    if (along.logarithmic && !(value > 0))
      node.fail(fmt::format("found {}, expected numbers above 0 along a logarithmic axis", value));
}

void check_series(const Node& node, const PlotSeries& series, const Plot& plot) {
  check_as_many(node, series.values, series.at);
  check_positive(node, series.at, plot.x);
  check_positive(node, series.values, plot.y);
}

}  // namespace

void check_as_many(const Node& series, const std::vector<double>& values, const std::vector<double>& at) {
  if (values.size() != at.size())
    series["values"].fail(
        fmt::format("found {} values, expected {}, as \"at\" has", values.size(), at.size()));
}

void check_rules(const Node& node, const Plot& plot) {
  const std::vector<Node> series = node["series"].elements(), marks = node["marks"].elements();
  for (std::size_t i = 0; i < series.size(); ++i) check_series(series[i], plot.series[i], plot);
  for (std::size_t i = 0; i < marks.size(); ++i) check_positive(marks[i], {plot.marks[i].at}, plot.x);
}

void check_rules(const Node& node, const PlottedData& plot) {
  const std::vector<Node> series = node["series"].elements(any_list.most);
  for (std::size_t i = 0; i < series.size(); ++i) check_as_many(series[i], plot.series[i].values, plot.at);
}

}  // namespace gridmark::load

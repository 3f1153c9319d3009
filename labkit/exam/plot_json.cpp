#include "labkit/exam/plot_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gridmark::exam {
namespace {

using nlohmann::json;

constexpr double most = 1e100;  ///< differences of what lies within it are numbers, too

bool has_place(double value, const PlotQuantity& along) {
  return std::abs(value) <= most && (!along.logarithmic || value > 0);
}

json to_json(const PlotQuantity& quantity) {
  return {{"label", quantity.label}, {"unit", quantity.unit}, {"logarithmic", quantity.logarithmic}};
}

json to_json(const PlotSeries& series, const Plot& plot) {
  json at = json::array(), values = json::array();
  for (std::size_t i = 0; i < series.at.size(); ++i) {
    if (!has_place(series.at[i], plot.x) || !has_place(series.values.at(i), plot.y)) continue;
    at.push_back(series.at[i]);
    values.push_back(series.values[i]);
  }
  return {{"name", series.name}, {"provenance", series.provenance}, {"at", at}, {"values", values}};
}

}  // namespace

json to_json(const Plot& plot, const std::string& test) {
  json series = json::array(), marks = json::array();
  for (const PlotSeries& one : plot.series) {
    if (one.at.size() != one.values.size())
      throw std::invalid_argument("the plot " + plot.name + ": the series " + one.name +
                                  " has not as many values as places");
    series.push_back(to_json(one, plot));
  }
  for (const PlotMark& mark : plot.marks)
    if (has_place(mark.at, plot.x)) marks.push_back({{"at", mark.at}, {"text", mark.text}});
  return {{"name", plot.name},    {"title", plot.title}, {"test", test},  {"x", to_json(plot.x)},
          {"y", to_json(plot.y)}, {"series", series},    {"marks", marks}};
}

}  // namespace gridmark::exam

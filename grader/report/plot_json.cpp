#include "grader/report/plot_json.h"

#include "base/utf8.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

Json quantity_json(const PlotQuantity& quantity) {
  return {{"label", valid_utf8(quantity.label)},
          {"unit", valid_utf8(quantity.unit)},
          {"logarithmic", quantity.logarithmic}};
}

}  // namespace

Json plot_json(const Plot& plot) {
  Json series = Json::array(), marks = Json::array();
  for (const PlotSeries& one : plot.series)
    series.push_back({{"name", valid_utf8(one.name)},
                      {"provenance", name_of(one.provenance)},
                      {"at", one.at},
                      {"values", one.values}});
  for (const PlotMark& mark : plot.marks) marks.push_back({{"at", mark.at}, {"text", valid_utf8(mark.text)}});
  return {{"name", valid_utf8(plot.name)}, {"title", valid_utf8(plot.title)}, {"test", valid_utf8(plot.test)},
          {"x", quantity_json(plot.x)},    {"y", quantity_json(plot.y)},      {"series", std::move(series)},
          {"marks", std::move(marks)}};
}

}  // namespace gridmark

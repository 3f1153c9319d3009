#include "labkit/channel/plot.h"

#include <cmath>
#include <stdexcept>

namespace gridmark::channel {
namespace {

bool has_place(double value, const PlotQuantity& along) {
  return std::abs(value) <= largest_plotted && (!along.logarithmic || value > 0);
}

PlotSeries drawable_part(const PlotSeries& series, const Plot& plot) {
  PlotSeries part{series.name, series.provenance};
  for (std::size_t i = 0; i < series.at.size(); ++i) {
    if (!has_place(series.at[i], plot.x) || !has_place(series.values.at(i), plot.y)) continue;
    part.at.push_back(series.at[i]);
    part.values.push_back(series.values[i]);
  }
  return part;
}

}  // namespace

Plot drawable(Plot plot, const std::string& test) {
  plot.test = test;
  for (PlotSeries& series : plot.series) {
    if (series.at.size() != series.values.size())
      throw std::invalid_argument("the plot " + plot.name + ": the series " + series.name +
                                  " has not as many values as places");
    series = drawable_part(series, plot);
  }
  std::erase_if(plot.marks, [&](const PlotMark& mark) { return !has_place(mark.at, plot.x); });
  return plot;
}

}  // namespace gridmark::channel

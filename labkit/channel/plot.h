#pragma once
#include "protocol/plot.h"

namespace gridmark::channel {

using gridmark::Plot;
using gridmark::PlotSeries;

/// Keeps a drawing of the running test. Students see the drawings of announced tests. Data that does not fit
/// on an axis is left out and fails no test.
void record(const Plot& plot);

/// The drawing of `test`, without the data that does not fit on an axis.
Plot drawable(Plot plot, const std::string& test);

}  // namespace gridmark::channel

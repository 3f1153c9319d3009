#pragma once
#include "protocol/plot.h"

namespace gridmark::channel {

using gridmark::Plot;
using gridmark::PlotSeries;

/// Keeps a drawing of the test that runs now. Students see those of announced tests. What an axis has no
/// place for is left out: a drawing fails nobody.
void record(const Plot& plot);

/// The drawing of `test`, without what an axis has no place for.
Plot drawable(Plot plot, const std::string& test);

}  // namespace gridmark::channel

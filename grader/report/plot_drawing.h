#pragma once
#include <string>
#include <vector>

#include "grader/report/html_template.h"
#include "protocol/plot.h"

namespace gridmark::report::html {

/// plot.svg: lines over a common axis, each with its name at its end; the style is the page's.
///
/// plot  that can_be_drawn()
/// heard  by a reader who does not see it
Data plot_drawing(const Plot& plot, const std::string& heard);

/// There is a series, each has a value, and some two places along x differ.
bool can_be_drawn(const Plot& plot);

/// The places along x that any series has, rising, each once.
std::vector<double> places_of(const Plot& plot);

/// "sequence length (tokens)"
std::string words(const PlotQuantity& quantity);

}  // namespace gridmark::report::html

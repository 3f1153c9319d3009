#pragma once
#include <string>
#include <vector>

#include "grader/report/html_template.h"
#include "protocol/plot.h"

namespace gridmark::report::html {

/// The data of plot.svg: lines over a common axis, each with its name at its end. The page has the style.
///
/// plot   can_be_drawn() must be true for it
/// heard  a description for screen readers
Data plot_drawing(const Plot& plot, const std::string& heard);

/// True if there is a series, each series has a value, and two places along x differ.
bool can_be_drawn(const Plot& plot);

/// The places along x of all series, rising, each once.
std::vector<double> places_of(const Plot& plot);

/// "sequence length (tokens)"
std::string words(const PlotQuantity& quantity);

}  // namespace gridmark::report::html

#pragma once
#include <string>

#include "grader/core/plotted_data.h"

namespace gridmark::html {

/// A student's data as a drawing of our own and, below it, a table; empty where there is nothing to draw.
std::string plot_figure(const PlottedData& plot);

}  // namespace gridmark::html

#pragma once
#include <map>
#include <string>
#include <vector>

#include "grader/written/data_support.h"

namespace gridmark::written {

/// What is met and what is wrong, and the data that can be drawn.
struct CheckedPlots {
  WrittenCheck check{WrittenAspect::plots, 0, 0, {}};
  std::vector<PlottedData> drawn;
};

/// For each plot: the picture is there, is one, and the report shows it (one); the data can be read (one);
/// each fact holds (one each). What the data says about claims goes into `derived`. Data that the run does
/// not support, and a picture that cannot show it, are doubts.
CheckedPlots check_plots(const std::vector<RequiredPlot>& plots, const Document& document,
                         const std::map<std::string, std::string>& results, DerivedValues& derived,
                         const RunSide& run = {});

/// The names under which a plot's picture may come: as the lab says, or in the other format.
std::vector<std::string> picture_names(const RequiredPlot& plot);

}  // namespace gridmark::written

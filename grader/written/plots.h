#pragma once
#include <map>
#include <string>
#include <vector>

#include "grader/written/data_support.h"

namespace gridmark::written {

/// The requirements that are met, the faults, and the data that can be drawn.
struct CheckedPlots {
  WrittenCheck check{WrittenAspect::plots, 0, 0, {}};
  std::vector<PlottedData> drawn;
};

/// Checks for each plot that the picture exists, is valid and is shown in the report (one requirement), that
/// the data can be read (one), and that each fact holds (one each). The data's values for claims go into
/// `derived`. Data that the run does not support, and a picture that cannot show the data, become doubts.
CheckedPlots check_plots(const std::vector<RequiredPlot>& plots, const Document& document,
                         const std::map<std::string, std::string>& results, DerivedValues& derived,
                         const RunSide& run = {});

/// The names that a plot's picture may have: the lab's name, or the same in the other format.
std::vector<std::string> picture_names(const RequiredPlot& plot);

}  // namespace gridmark::written

#pragma once
#include <vector>

#include "grader/written/data_table.h"
#include "protocol/plot.h"

namespace gridmark::written {

/// What this run has for the data of plots.
struct RunSide {
  std::vector<Plot> plots = {};  ///< that the checker recorded
  bool timed_on_gpu = false;     ///< the report's times are a GPU's: they cannot be modelled again
};

/// Why a person has to look at the data before it pays; nothing where this run supports it.
///
/// A column that is named as a series of the plot `modelled` must have the series' values, to the digits that
/// the column shows. A column of `measured` must grow between sizes that differ by 1.5 times or more, and lie
/// between the speeds that the lab holds possible. One row in eight may stand out: a busy machine delays
/// single calls.
std::vector<WrittenFinding> data_doubts(const RequiredPlot& plot, const DataTable& data, const RunSide& run);

}  // namespace gridmark::written

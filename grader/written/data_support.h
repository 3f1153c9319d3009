#pragma once
#include <vector>

#include "grader/written/data_table.h"
#include "protocol/plot.h"

namespace gridmark::written {

/// The run's evidence for the data of plots.
struct RunSide {
  std::vector<Plot> plots = {};  ///< recorded by the checker
  bool timed_on_gpu = false;     ///< the report's times are a GPU's, which cannot be modelled again
};

/// Reasons why a person must check the data before it earns points. Empty if this run supports it.
///
/// A column with the name of a series of the plot `modelled` must have the series' values, to the digits that
/// the column shows. A column of `measured` must grow between sizes that differ by 1.5 times or more, and
/// stay within the speeds that the lab considers possible. One row in eight may stand out, because a busy
/// machine delays single calls.
std::vector<WrittenFinding> data_doubts(const RequiredPlot& plot, const DataTable& data, const RunSide& run);

}  // namespace gridmark::written

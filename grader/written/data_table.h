#pragma once
// The numbers behind a plot, and the facts about them.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "grader/core/plain_number.h"
#include "grader/core/plotted_data.h"
#include "grader/core/written_part.h"
#include "grader/written/claims.h"

namespace gridmark::written {

/// The columns that a plot needs. A row is one index into all of them.
struct DataTable {
  std::map<std::string, std::vector<double>> columns;
  /// All columns of the file, as they are written. Empty for a cell that is not a number.
  std::map<std::string, std::vector<std::optional<PlainNumber>>> cells;
  std::vector<int> lines;  ///< line of each row in the file
  std::size_t rows() const { return lines.size(); }
};

/// errors  a message and its place: not a CSV, a missing column, a cell that is not a number, too few rows
tl::expected<DataTable, WrittenFinding> read_data(const RequiredPlot& plot, std::string_view text);

/// The data that a report draws: the plot's columns over its first one, in the order of that one, at most 200
/// rows.
PlottedData plotted_data(const RequiredPlot& plot, const DataTable& data);

/// The reason why a fact does not hold, as a message. Empty if it holds. A fact about a claim holds if the
/// data has such a value, which is put into `derived`. The claim itself is compared later.
std::optional<WrittenFinding> fact_problem(const RequiredPlot& plot, const PlotFact& fact,
                                           const DataTable& data, DerivedValues& derived);

/// "where cpu_ms crosses device_ms in results/sweep.csv": the value that a fact gives for a claim.
std::string derived_words(const RequiredPlot& plot, const PlotFact& fact);

}  // namespace gridmark::written

#pragma once
// The speed of a submission's timed calls, compared to the ceilings of the machine that timed them.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// One timed value whose work was counted. Seconds are measured. Operations and bytes are counted.
struct RooflinePoint {
  std::string measurement;
  double flops = 0;  ///< of one call
  double bytes = 0;  ///< of global memory, whole sectors
  double seconds = 0;
  double ceiling = 0;  ///< FLOP/s that the machine could reach at this intensity

  double intensity() const { return flops / bytes; }
  double flops_per_second() const { return flops / seconds; }
  /// The reached share of the machine's ceiling.
  double share() const { return flops_per_second() / ceiling; }
};

/// The ceilings fit the clock. CPU time counts the seconds of one core, so its ceilings are one core's part.
struct Roofline {
  GradeRun run;
  bool one_core = true;
  double bytes_per_second = 0, flops_per_second = 0;
  std::vector<RooflinePoint> points;
};

/// A roofline for each run with a machine baseline, and for each clock of its timed values. Empty if no timed
/// value was counted.
std::vector<Roofline> rooflines_of(const GradeRecord& record);

namespace html {

/// Each roofline with its drawing, its table and its machine, for roofline.html.
Data rooflines_data(const GradeRecord& record);

}  // namespace html
}  // namespace gridmark::report

#pragma once
// Where a submission's timed calls lie under the ceilings of the machine that timed them.
#include <optional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/report/html_template.h"

namespace gridmark::report {

/// One timed value whose work was counted. Seconds are measured, operations and bytes are counted.
struct RooflinePoint {
  std::string measurement;
  double flops = 0;  ///< of one call
  double bytes = 0;  ///< of global memory, whole sectors
  double seconds = 0;
  double ceiling = 0;  ///< FLOP/s that the machine could reach at this intensity

  double intensity() const { return flops / bytes; }
  double flops_per_second() const { return flops / seconds; }
  /// Of what the machine could reach.
  double share() const { return flops_per_second() / ceiling; }
};

/// The ceilings are those of what was timed: one core's part where CPU time was, which counts one core's
/// seconds.
struct Roofline {
  GradeRun run;
  bool one_core = true;
  double bytes_per_second = 0, flops_per_second = 0;
  std::vector<RooflinePoint> points;
};

/// A roofline for each run with a machine baseline, and for each clock that its timed values were taken by;
/// none where no timed value was counted.
std::vector<Roofline> rooflines_of(const GradeRecord& record);

namespace html {

/// Each with its drawing, its table and what the machine is, for roofline.html.
Data rooflines_data(const GradeRecord& record);

}  // namespace html
}  // namespace gridmark::report

#pragma once
#include <vector>

#include "grader/report/similarity_html.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/earlier_works.h"

namespace gridmark::schedule {

/// The works to compare.
struct ComparedWorks {
  const std::vector<BatchLab>& labs;
  const std::vector<PlanLine>& lines;
  const std::vector<EarlierWork>& earlier;
  const Planner& planner;
  std::filesystem::path mirrors;  ///< the planner's, where the commits of similar works are found
};

/// Compares the submissions of each lab with each other, with the course's solution and with earlier works.
/// Code that the course gave to all students is left out.
///
/// errors  filesystem: a submission, or one of the lab's files, cannot be read
Result<std::vector<report::AlikeLab>> compare_works(const ComparedWorks& works, const system::StopFlag& stop);

}  // namespace gridmark::schedule

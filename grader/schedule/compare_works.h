#pragma once
#include <vector>

#include "grader/report/similarity_html.h"
#include "grader/schedule/batch.h"
#include "grader/schedule/earlier_works.h"

namespace gridmark::schedule {

/// What is to be compared.
struct ComparedWorks {
  const std::vector<BatchLab>& labs;
  const std::vector<PlanLine>& lines;
  const std::vector<EarlierWork>& earlier;
  const Planner& planner;
  std::filesystem::path mirrors;  ///< of the planner: the commits of alike works are looked up there
};

/// Compares the submissions of each lab with each other, with the course's solution and with earlier works:
/// what students write of it, without what all were given.
///
/// errors  filesystem: a submission, or the lab's own files, cannot be read
Result<std::vector<report::AlikeLab>> compare_works(const ComparedWorks& works, const system::StopFlag& stop);

}  // namespace gridmark::schedule

#pragma once
#include <vector>

#include "grader/report/similarity_html.h"
#include "grader/schedule/batch.h"

namespace gridmark::schedule {

/// Compares the submissions of each lab with each other: what students write of it, without what all were
/// given.
///
/// errors  filesystem: a submission, or the lab's own files, cannot be read
Result<std::vector<report::AlikeLab>> compare_works(const std::vector<BatchLab>& labs,
                                                    const std::vector<PlanLine>& lines,
                                                    const Planner& planner, const system::StopFlag& stop);

}  // namespace gridmark::schedule

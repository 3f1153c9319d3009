#pragma once
#include <vector>

#include "grader/schedule/batch.h"

namespace gridmark::schedule {

/// The jobs of each student, in the students' order. Several students are planned at the same time. After a
/// stop some lists are empty.
std::vector<std::vector<PlannedJob>> plan_all(const BatchRequest& request, Planner& planner,
                                              const BatchContext& context);

}  // namespace gridmark::schedule

#pragma once
#include <vector>

#include "grader/schedule/batch.h"

namespace gridmark::schedule {

/// The jobs of each student, in their order, several students at a time; some are empty after a stop.
std::vector<std::vector<PlannedJob>> plan_all(const BatchRequest& request, Planner& planner,
                                              const BatchContext& context);

}  // namespace gridmark::schedule

#pragma once
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/late_policy.h"
#include "grader/core/roster.h"
#include "grader/schedule/plan.h"

namespace gridmark::schedule {

/// The last deadline of these labs, with grace and without extensions. 0 if none has one.
Moment last_deadline(const LatePolicy& policy, const std::vector<BatchLab>& labs);

/// The last moment at which a student of the class can hand in work that earns points, and that student.
struct LastHandIn {
  Moment when = 0;
  std::string who;
};

/// errors  usage: the lab has no deadline, or late work always counts
Result<LastHandIn> last_hand_in(const LatePolicy& policy, const std::string& lab, const Roster& whole_class);

}  // namespace gridmark::schedule

#pragma once
// Commit time and policy -> the part of the points that remains. These functions are pure.
#include <optional>
#include <string>

#include "grader/core/late_policy.h"
#include "grader/core/roster.h"

namespace gridmark::score {

/// One student's deadline for one lab, including extensions. An extension moves the deadline and the hard
/// close. The policy's extension for this lab wins over its extension for all labs, and both win over the
/// roster's.
std::optional<LabDeadline> deadline_of(const LatePolicy& policy, const std::string& lab,
                                       const Student& student);

/// slip_left  days that the student has not used on labs that were due before
Lateness lateness(Moment committed, const LabDeadline& deadline, int slip_left);

/// The last second at which a commit still earns points. Empty if there is none.
std::optional<Moment> last_useful_moment(const LabDeadline& deadline, int slip_left);

/// "2 days late, 1 slip day used: 90 % of the points count", or "" if there is nothing to report.
std::string lateness_words(const Lateness& late);

}  // namespace gridmark::score

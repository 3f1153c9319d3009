#pragma once
// Commit time x policy -> what remains of the points; pure.
#include <optional>
#include <string>

#include "grader/core/late_policy.h"
#include "grader/core/roster.h"

namespace gridmark::score {

/// One student's deadline for one lab, extensions included. An extension moves deadline and hard close alike;
/// one of the policy for this lab weighs more than one for all labs, and both more than the roster's.
std::optional<LabDeadline> deadline_of(const LatePolicy& policy, const std::string& lab,
                                       const Student& student);

/// slip_left  days that the student has not used on labs that were due before
Lateness lateness(Moment committed, const LabDeadline& deadline, int slip_left);

/// The last second at which a commit is worth more than nothing; nothing: there is no such second.
std::optional<Moment> last_useful_moment(const LabDeadline& deadline, int slip_left);

/// "2 days late, 1 slip day used: 90 % of the points count"; "" where nothing is to be said.
std::string lateness_words(const Lateness& late);

}  // namespace gridmark::score

#pragma once
// When a commit counts as handed in; pure. A commit has the date that its author gave it. What the course
// knows by itself is when it looked at the repository, and what it found there: the truth lies after the last
// look that did not find the commit, and before the first that did.
#include <functional>
#include <string>

#include "grader/core/course_event.h"
#include "grader/core/late_policy.h"

namespace gridmark::score {

/// committed  the committer's date
/// seen       what the ledger knows of the commit
Moment handed_in(Moment committed, const SeenCommit& seen, SubmissionClock clock);

/// One message where another clock than the policy's would have made another lateness; "" where all agree.
///
/// lateness_of  a moment -> what remains of the points
std::string clock_doubt(Moment committed, const SeenCommit& seen, SubmissionClock clock,
                        const std::function<Lateness(Moment)>& lateness_of);

}  // namespace gridmark::score

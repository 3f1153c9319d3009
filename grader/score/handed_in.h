#pragma once
// The time when a commit counts as handed in. These functions are pure. The committer sets a commit's date.
// The course itself only knows its looks at the repository: the true time is after the last look without the
// commit and before the first look with it.
#include <functional>
#include <string>

#include "grader/core/course_event.h"
#include "grader/core/late_policy.h"

namespace gridmark::score {

/// committed  the committer's date
/// seen       the ledger's facts about the commit
Moment handed_in(Moment committed, const SeenCommit& seen, SubmissionClock clock);

/// One message if another clock than the policy's would give another lateness. "" if all clocks agree.
///
/// lateness_of  a moment -> the part of the points that remains
std::string clock_doubt(Moment committed, const SeenCommit& seen, SubmissionClock clock,
                        const std::function<Lateness(Moment)>& lateness_of);

}  // namespace gridmark::score

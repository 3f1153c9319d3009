#include "grader/schedule/hand_in_times.h"

#include <algorithm>

#include "grader/score/lateness.h"

namespace gridmark::schedule {

Moment last_deadline(const LatePolicy& policy, const std::vector<BatchLab>& labs) {
  Moment last = 0;
  for (const BatchLab& lab : labs)
    if (const auto due = policy.labs.find(lab.lab.name); due != policy.labs.end())
      last = std::max(last, due->second.deadline + due->second.grace_seconds);
  return last;
}

Result<LastHandIn> last_hand_in(const LatePolicy& policy, const std::string& lab, const Roster& whole_class) {
  LastHandIn last;
  for (const Student& student : whole_class) {
    const auto deadline = score::deadline_of(policy, lab, student);
    if (!deadline)
      return failure(Error::Source::usage, lab,
                     "has no deadline in the late policy, so it never ends. Give it one");
    const auto when = score::last_useful_moment(*deadline, policy.slip_days);
    if (!when)
      return failure(Error::Source::usage, lab,
                     "takes late work for ever. Give it a \"hard_close\" in the late policy");
    if (*when > last.when) last = {*when, student.id};
  }
  return last;
}

}  // namespace gridmark::schedule

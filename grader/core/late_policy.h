#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/moment.h"

namespace gridmark {

/// The deadline of one lab, and the cost of lateness.
struct LabDeadline {
  Moment deadline = 0;
  std::optional<Moment> hard_close;  ///< later work earns nothing, even with slip days left
  double percent_per_day = 100;      ///< loss for each day begun, 100: late work earns nothing
  Moment grace_seconds = 0;          ///< work within this time after the deadline is not late
  std::string branch;                ///< empty for the repository's default
  friend bool operator==(const LabDeadline&, const LabDeadline&) = default;
};

/// A person's exception to a deadline.
struct Extension {
  std::string student;
  std::string lab;  ///< empty for every lab
  double days = 0;
  std::string reason;
  friend bool operator==(const Extension&, const Extension&) = default;
};

/// The clock that decides when a commit was handed in.
enum class SubmissionClock {
  commit,  ///< the committer's, which the student sets
  seen,    ///< the same, but not before the last look without the commit
  push     ///< the host's if it has a time, else as `seen`
};

constexpr auto names(SubmissionClock) {
  using enum SubmissionClock;
  return EnumNames<SubmissionClock, 3>{{{commit, "commit"}, {seen, "seen"}, {push, "push"}}};
}

struct LatePolicy {
  std::map<std::string, LabDeadline> labs;  ///< a lab that is not listed has no deadline
  int slip_days = 0;                        ///< free late days of each student, over all labs
  std::vector<Extension> extensions;
  SubmissionClock clock = SubmissionClock::commit;
};

/// How late one submission is, and the part of its points that remains.
struct Lateness {
  int days = 0;       ///< days begun after the deadline, 0: in time
  int slip_days = 0;  ///< the part of `days` paid with slip days
  double factor = 1;  ///< of the points
  bool closed = false;
  friend bool operator==(const Lateness&, const Lateness&) = default;
};

}  // namespace gridmark

#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "grader/core/moment.h"

namespace gridmark {

/// When one lab is due, and what lateness costs.
struct LabDeadline {
  Moment deadline = 0;
  std::optional<Moment> hard_close;  ///< later work counts nothing, whatever slip days are left
  double percent_per_day = 100;      ///< taken off for each day begun; 100: late work counts nothing
  Moment grace_seconds = 0;          ///< late by no more than this is not late
  std::string branch;                ///< empty: the repository's own choice
  friend bool operator==(const LabDeadline&, const LabDeadline&) = default;
};

/// A person's exception to a deadline.
struct Extension {
  std::string student;
  std::string lab;  ///< empty: every lab
  double days = 0;
  std::string reason;
  friend bool operator==(const Extension&, const Extension&) = default;
};

/// Whose word counts for when a commit was handed in.
enum class SubmissionClock {
  commit,  ///< the committer's: the student's own
  seen,    ///< the same, but no earlier than the last look at the repository that did not find it
  push     ///< the host's, where it says one; else as `seen`
};

constexpr auto names(SubmissionClock) {
  using enum SubmissionClock;
  return EnumNames<SubmissionClock, 3>{{{commit, "commit"}, {seen, "seen"}, {push, "push"}}};
}

struct LatePolicy {
  std::map<std::string, LabDeadline> labs;  ///< a lab that is not here has no deadline
  int slip_days = 0;  ///< late days that each student may take without loss, over all labs
  std::vector<Extension> extensions;
  SubmissionClock clock = SubmissionClock::commit;
};

/// How late one submission is, and what remains of its points.
struct Lateness {
  int days = 0;       ///< begun after the deadline; 0: in time
  int slip_days = 0;  ///< of these, taken from the student's own
  double factor = 1;  ///< of the points
  bool closed = false;
  friend bool operator==(const Lateness&, const Lateness&) = default;
};

}  // namespace gridmark

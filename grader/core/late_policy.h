#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

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

struct LatePolicy {
  std::map<std::string, LabDeadline> labs;  ///< a lab that is not here has no deadline
  int slip_days = 0;  ///< late days that each student may take without loss, over all labs
  std::vector<Extension> extensions;
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

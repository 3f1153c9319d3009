#pragma once
#include <cstddef>

#include "grader/core/moment.h"

namespace gridmark {

/// How a work came about, by the commits that changed its files; one that brought the course's files alone is
/// left out. Dates are the student's own word: evidence
/// for a person, worth no points.
struct CommitHistory {
  std::size_t commits = 0;
  Moment first = 0, last = 0;
  double at_once = 0;       ///< the largest part of the lines that one commit brought, 0 to 1
  Moment at_once_when = 0;  ///< the date of that commit
};

}  // namespace gridmark

#pragma once
#include <cstddef>

#include "grader/core/moment.h"

namespace gridmark {

/// How a work came about, from the commits that changed its files. A commit that brought only the course's
/// files is left out. Students set these dates themselves. They are evidence for a person and cost no points.
struct CommitHistory {
  std::size_t commits = 0;
  Moment first = 0, last = 0;
  double at_once = 0;       ///< the largest part of the lines in one commit, 0 to 1
  Moment at_once_when = 0;  ///< the date of that commit
};

}  // namespace gridmark

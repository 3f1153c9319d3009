#pragma once
#include <string>
#include <vector>

#include "grader/core/course_event.h"

namespace gridmark::report {

/// One student's grade of one lab, as a ledger tells it.
struct GradeHistory {
  std::string student, lab;
  std::vector<CourseEvent> events;  ///< in their order
  std::vector<SeenCommit> commits;  ///< those that were graded, by the moment they were seen
};

/// For a terminal: a line for each event, and under it the items whose points it changed.
std::string print_history(const GradeHistory& history);

/// gridmark/history/v1, for programs.
std::string print_history_json(const GradeHistory& history);

}  // namespace gridmark::report

#pragma once
#include <string>
#include <vector>

#include "grader/core/course_event.h"

namespace gridmark::report {

/// The history of one student's grade for one lab, from a ledger.
struct GradeHistory {
  std::string student, lab;
  std::vector<CourseEvent> events;  ///< oldest first
  std::vector<SeenCommit> commits;  ///< graded commits, ordered by when gridmark first saw them
};

/// For a terminal: a line for each event, and below it the items whose points it changed.
std::string print_history(const GradeHistory& history);

/// gridmark/history/v1, for programs.
std::string print_history_json(const GradeHistory& history);

}  // namespace gridmark::report

#pragma once
// The terminal output of a batch. Pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// One line of a plan.
struct PlanRow {
  std::string student, lab;
  std::string what;  ///< "grade", "done", "another shard", "nothing to grade", "error"
  std::string why;   ///< commit, lateness, or the problem
};

/// The rows, and below them a count of each kind.
/// end  the end of the last line, after the counts
std::string print_plan(const std::vector<PlanRow>& rows, const std::string& end);

/// The number of graded submissions, and a line for each submission that was not graded.
std::string print_batch_end(const ClassBook& book);

/// True if each submission has a grade for the current state of its files.
bool all_graded(const ClassBook& book);

}  // namespace gridmark::report

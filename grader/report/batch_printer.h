#pragma once
// What a batch says on the terminal; pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// One line of a plan.
struct PlanRow {
  std::string student, lab;
  std::string what;  ///< "grade", "done", "another shard", "nothing to grade", "error"
  std::string why;   ///< commit, lateness, or what is in the way
};

/// The rows, and a count of each kind below.
/// end  what the last line says behind the counts
std::string print_plan(const std::vector<PlanRow>& rows, const std::string& end);

/// How many were graded, and a line for each submission that was not.
std::string print_batch_end(const ClassBook& book);

/// Has every submission a grade of this state of its files?
bool all_graded(const ClassBook& book);

}  // namespace gridmark::report

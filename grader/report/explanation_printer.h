#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// One item of a rubric with its context.
struct Explanation {
  Lab lab;
  Criterion criterion;
  Item item;
  std::vector<Item> needed;            ///< items that must be earned first
  std::vector<std::string> announced;  ///< tests of the item whose source the students have
  std::size_t hidden = 0;              ///< number of its hidden tests
  std::optional<ItemScore> score;      ///< the result of a submission
};

/// The item's requirements, how it is measured, the points for each value, the limits, and a submission's
/// result with the reason.
std::string print_explanation(const Explanation& what, const TerminalOptions& options);

}  // namespace gridmark::report

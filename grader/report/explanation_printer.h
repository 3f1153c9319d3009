#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// One item of a rubric and what is known around it.
struct Explanation {
  Lab lab;
  Criterion criterion;
  Item item;
  std::vector<Item> needed;            ///< the items that it needs first
  std::vector<std::string> announced;  ///< tests it looks at whose source the students have
  std::size_t hidden = 0;              ///< how many more there are
  std::optional<ItemScore> score;      ///< what a submission got
};

/// What the item wants, how it is measured, what a value earns, the limits, and what a submission got and
/// why.
std::string print_explanation(const Explanation& what, const TerminalOptions& options);

}  // namespace gridmark::report

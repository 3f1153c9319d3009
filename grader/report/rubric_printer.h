#pragma once
#include <string>

#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// Criteria, items and points. Below each item is how it is earned: by tests, or the points for each value.
std::string print_rubric(const Lab& lab, const Rubric& rubric, const TerminalOptions& options);

/// The same as a separate page, with the curves drawn.
std::string print_rubric_html(const Lab& lab, const Rubric& rubric);

}  // namespace gridmark::report

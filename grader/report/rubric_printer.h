#pragma once
#include <string>

#include "grader/core/lab.h"
#include "grader/core/rubric.h"
#include "grader/report/terminal_printer.h"

namespace gridmark::report {

/// Criteria, items and points, and under each item how it is earned: tests, or what a value earns.
std::string print_rubric(const Lab& lab, const Rubric& rubric, const TerminalOptions& options);

/// The same as a page of its own, with the curves drawn.
std::string print_rubric_html(const Lab& lab, const Rubric& rubric);

}  // namespace gridmark::report

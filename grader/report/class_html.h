#pragma once
#include <string>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// class.html: one page that opens anywhere and loads nothing. For each lab the distribution of points, how
/// each item of the rubric went, the most common failures, what waits for a person, the slowest; then every
/// student. Each drawing has its numbers in a table below.
std::string print_class_html(const ClassBook& book);

}  // namespace gridmark::report

#pragma once
#include <string>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// class.html: one page that opens without a network and loads nothing. For each lab it shows the
/// distribution of points, the results of each rubric item, the most common failures, the open items and the
/// slowest submissions. Then it lists every student. Each drawing has its numbers in a table below.
std::string print_class_html(const ClassBook& book);

}  // namespace gridmark::report

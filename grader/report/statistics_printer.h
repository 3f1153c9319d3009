#pragma once
// The statistics of a class's labs and items, for a terminal and for programs. Pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// A table of the items for each of these labs.
///
/// labs  indices in book.labs
std::string print_statistics(const ClassBook& book, const std::vector<std::size_t>& labs);

/// gridmark/statistics/v1. A value that cannot be computed is null.
std::string print_statistics_json(const ClassBook& book, const std::vector<std::size_t>& labs);

}  // namespace gridmark::report

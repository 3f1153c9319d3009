#pragma once
// The class as files that other programs read; pure.
#include <string>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// gradebook.csv: a row for each student; for each lab its points after lateness, of how many, how it stands,
/// and what lateness did. A cell without a grade is empty, never 0. Names that a spreadsheet would take for a
/// formula are made harmless.
std::string print_gradebook(const ClassBook& book);

/// summary.json, docs/formats/summary.schema.json.
std::string print_summary(const ClassBook& book);

/// "graded", "not yet final; 1 item waits for review", or the state and why.
std::string state_words(const LabGrade& grade);

}  // namespace gridmark::report

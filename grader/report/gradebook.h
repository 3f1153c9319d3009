#pragma once
// The class as files that other programs read; pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// gradebook.csv: a row for each student; for each lab its points after lateness, of how many, how it stands,
/// and what lateness did; with a course also its total, what it may still become, and whether it is passed. A
/// cell without a grade is empty, never 0. Names that a spreadsheet would take for a formula are made
/// harmless.
std::string print_gradebook(const ClassBook& book);

/// summary.json, docs/formats/summary.schema.json.
std::string print_summary(const ClassBook& book);

/// "graded", "not yet final; 1 item waits for review", or the state and why.
std::string state_words(const LabGrade& grade);

/// "excused; bonus of 1": what persons decided about the grade as a whole; "" where they did not.
std::string adjustment_words(const Adjustment& adjusted);

/// "passes", "fails", or "open: depends on" and the labs.
std::string course_standing_words(const CourseTotal& total);
/// The same, and that its points are out of another sum than the lab has now.
std::string state_words(const LabGrade& grade, const LabHeading& lab);

/// "12 of lab1 scored out of 15 points, and the lab has 20: ada, bo, cy and 9 more": one for each other sum.
/// The points of these students and those of the others mean different things until `gridmark rescore` has
/// made them one.
std::vector<std::string> other_maxima(const ClassBook& book, std::size_t lab);

}  // namespace gridmark::report

#pragma once
// Files about the class for other programs. Pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"

namespace gridmark::report {

/// gradebook.csv: a row for each student. For each lab it has the points after lateness, the maximum, the
/// state, and the effect of lateness. With a course it also has the total, the total that is still possible,
/// and whether the student passes. A cell without a grade is empty, never 0. Names that a spreadsheet would
/// read as a formula are made harmless.
std::string print_gradebook(const ClassBook& book);

/// The text of summary.json, docs/formats/summary.schema.json.
std::string print_summary(const ClassBook& book);

/// "graded", "not yet final; 1 item waits for review", or the state and the reason.
std::string state_words(const LabGrade& grade);

/// "excused; bonus of 1": decisions of persons about the complete grade. "" if there are none.
std::string adjustment_words(const Adjustment& adjusted);

/// "passes", "fails", or "open: depends on" and the labs.
std::string course_standing_words(const CourseTotal& total);
/// The same, with a note if the grade's maximum differs from the lab's current maximum.
std::string state_words(const LabGrade& grade, const LabHeading& lab);

/// "12 of lab1 scored out of 15 points, and the lab has 20: ada, bo, cy and 9 more". One text for each other
/// maximum. Points with different maxima cannot be compared until `gridmark rescore` gives all grades the
/// same one.
std::vector<std::string> other_maxima(const ClassBook& book, std::size_t lab);

}  // namespace gridmark::report

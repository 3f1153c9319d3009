#pragma once
// Exports of Canvas and Moodle with grades filled in. Pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/csv.h"
#include "grader/core/error.h"

namespace gridmark::report {

/// A filled table, and the students who had no place in it.
struct FilledTable {
  std::string text;
  int filled = 0;                      ///< cells
  std::vector<std::string> not_found;  ///< ids of students who have a grade but are not in the export
};

/// A Canvas gradebook. Canvas defines the row "Points Possible" and the columns "TITLE (NUMBER)". A lab's
/// grades go into the column whose title is the lab's title or name. Students are found by SIS User ID or SIS
/// Login ID. Canvas's number in the column ID is used only if no row has one of these. Other columns,
/// students without a grade and cells that excuse a student ("EX") stay unchanged.
///
/// errors  usage, all with line and column: no column ID, no column for a lab (lists the columns), two
///         columns for one lab, points possible that differ from the lab's, a row whose columns name two
///         students, two rows for one student
Result<FilledTable> fill_canvas(const std::vector<CsvRow>& rows, const ClassBook& book,
                                const std::string& where);

/// A Moodle grading worksheet, which has one assignment. Students are found by Email address, Identifier
/// ("Participant 12"), ID number or Username. The points go into the column Grade. A decimal comma there
/// stays a comma.
///
/// lab     index in the book, from 0
/// errors  usage, all with line and column: no such columns, a maximum that differs from the lab's, grades
///         with another maximum, a row whose columns name two students, two rows for one student
Result<FilledTable> fill_moodle(const std::vector<CsvRow>& rows, const ClassBook& book, std::size_t lab,
                                const std::string& where);

}  // namespace gridmark::report

#pragma once
// Canvas and Moodle: their own exports, with grades filled in; pure.
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/csv.h"
#include "grader/core/error.h"

namespace gridmark::report {

/// A filled table, and what of the class had no place in it.
struct FilledTable {
  std::string text;
  int filled = 0;                      ///< cells
  std::vector<std::string> not_found;  ///< ids of students with a grade that the export does not have
};

/// A Canvas gradebook: the row "Points Possible" and columns "TITLE (NUMBER)" are Canvas's own. A lab goes
/// into the column whose title is the lab's title or name. Students are found by SIS User ID or SIS Login ID,
/// and by ID, a number of Canvas's own, only where no row has one of these. A lab's other columns, students
/// without a grade and cells that excuse one ("EX") stay as they are.
///
/// errors  usage, all with line and column: no column ID, none for a lab (the ones there are named), two for
/// one lab, another number of points possible than the lab has, a row whose columns name two students, two
/// rows of one
Result<FilledTable> fill_canvas(const std::vector<CsvRow>& rows, const ClassBook& book,
                                const std::string& where);

/// A Moodle grading worksheet, which is of one assignment: students are found by Email address, Identifier
/// ("Participant 12"), ID number or Username, the points go into Grade; a comma there stays a comma.
///
/// lab     of the book, from 0
/// errors  usage, all with line and column: no such columns, another maximum than the lab has, grades out of
/// another sum, a row whose
/// columns name two students, two rows of one
Result<FilledTable> fill_moodle(const std::vector<CsvRow>& rows, const ClassBook& book, std::size_t lab,
                                const std::string& where);

}  // namespace gridmark::report

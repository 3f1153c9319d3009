#include "grader/report/learning_platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "grader/core/ascii.h"
#include "grader/core/csv_text.h"
#include "grader/core/nearest.h"
#include "grader/core/number_text.h"

namespace gridmark {
namespace {

std::vector<std::string> texts(const CsvRow& row) {
  std::vector<std::string> all;
  for (const CsvCell& cell : row.cells) all.push_back(cell.text);
  return all;
}

tl::unexpected<Error> refusal(const std::string& where, std::string message) {
  return failure(Error::Source::usage, where, std::move(message));
}

/// "Lab 1: GPU basics (84512)" -> "Lab 1: GPU basics".
std::string canvas_title(const std::string& heading) {
  const auto open = heading.rfind(" (");
  return open != heading.npos && heading.ends_with(')') ? heading.substr(0, open) : heading;
}

/// Who is who: ids and e-mail addresses, without regard to capitals.
class Students {
 public:
  explicit Students(const ClassBook& book) {
    for (const StudentGrades& row : book.students) {
      by_name_.emplace(lower_case(row.student.id), &row);
      if (!row.student.email.empty()) by_name_.emplace(lower_case(row.student.email), &row);
    }
  }
  const StudentGrades* find(const std::vector<std::string>& cells, const std::vector<std::size_t>& columns) {
    for (const std::size_t column : columns)
      if (const auto found = by_name_.find(lower_case(cells[column])); found != by_name_.end()) {
        seen_.push_back(found->second);
        return found->second;
      }
    return nullptr;
  }
  std::vector<std::string> not_found(const ClassBook& book) const {
    std::vector<std::string> ids;
    for (const StudentGrades& row : book.students) {
      const bool graded =
          std::any_of(row.labs.begin(), row.labs.end(), [](const LabGrade& one) { return one.has_record; });
      if (graded && std::find(seen_.begin(), seen_.end(), &row) == seen_.end()) ids.push_back(row.student.id);
    }
    return ids;
  }

 private:
  std::map<std::string, const StudentGrades*> by_name_;
  std::vector<const StudentGrades*> seen_;
};

/// Places of the columns whose names are among `wanted`, in the order of `wanted`.
std::vector<std::size_t> columns_of(const std::vector<std::string>& heads,
                                    const std::vector<std::string>& wanted) {
  std::vector<std::size_t> found;
  for (const std::string& name : wanted)
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (lower_case(heads[i]) == name) found.push_back(i);
  return found;
}

Result<std::size_t> canvas_column(const std::vector<std::string>& heads, const LabHeading& lab,
                                  const std::string& where) {
  std::vector<std::string> titles;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const std::string title = canvas_title(heads[i]);
    if (title == heads[i]) continue;  // Canvas's own columns have no number
    titles.push_back(title);
    if (lower_case(title) != lower_case(lab.title) && lower_case(title) != lower_case(lab.name)) continue;
    if (found) return refusal(where, fmt::format("has two columns for {}: rename one in Canvas", lab.name));
    found = i;
  }
  if (found) return *found;
  return refusal(
      where,
      fmt::format("has no column \"{}\" or \"{}\"{}; name the assignment so in Canvas and export again",
                  lab.title, lab.name, suggestion(lab.title, titles)));
}

/// Without a grade, a cell keeps what it has.
bool fill(std::string& cell, const LabGrade& grade, char point) {
  if (!grade.has_record || grade.state == GradeState::pending) return false;
  cell = points_text(grade.counted());
  std::replace(cell.begin(), cell.end(), '.', point);
  return true;
}

}  // namespace

Result<FilledTable> fill_canvas(const std::vector<CsvRow>& rows, const ClassBook& book,
                                const std::string& where) {
  const std::vector<std::string> heads = texts(rows.front());
  const auto keys = columns_of(heads, {"sis user id", "sis login id", "id"});
  if (keys.empty())
    return refusal(
        where,
        "has no column \"SIS User ID\", \"SIS Login ID\" or \"ID\"; is it an export of Canvas's gradebook?");
  std::vector<std::size_t> columns;
  for (const LabHeading& lab : book.labs) {
    const auto column = canvas_column(heads, lab, where);
    if (!column) return tl::unexpected(column.error());
    columns.push_back(*column);
  }
  Students students(book);
  FilledTable table{csv_line(heads), 0, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::string> cells = texts(rows[i]);
    const bool points_possible = cells[0].find("Points Possible") != std::string::npos;
    if (const StudentGrades* row = points_possible ? nullptr : students.find(cells, keys))
      for (std::size_t lab = 0; lab < columns.size(); ++lab)
        table.filled += fill(cells[columns[lab]], row->labs[lab], '.') ? 1 : 0;
    table.text += csv_line(cells);
  }
  table.not_found = students.not_found(book);
  return table;
}

Result<FilledTable> fill_moodle(const std::vector<CsvRow>& rows, const ClassBook& book,
                                const std::string& where) {
  if (book.labs.size() != 1)
    return refusal(
        where, fmt::format("is of one assignment, and this batch has {} labs; fill it in with a batch of one",
                           book.labs.size()));
  const std::vector<std::string> heads = texts(rows.front());
  const auto keys = columns_of(heads, {"email address", "id number", "username", "identifier"});
  const auto grades = columns_of(heads, {"grade"});
  if (keys.empty() || grades.size() != 1)
    return refusal(
        where,
        "has no column \"Grade\" beside \"Email address\", \"ID number\", \"Username\" or \"Identifier\"; "
        "download the grading worksheet with Moodle set to English");
  bool comma = false;  // as this site writes numbers
  for (std::size_t i = 1; i < rows.size(); ++i)
    comma = comma || rows[i].cells[grades[0]].text.find(',') != std::string::npos;
  Students students(book);
  FilledTable table{csv_line(heads), 0, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::string> cells = texts(rows[i]);
    if (const StudentGrades* row = students.find(cells, keys))
      table.filled += fill(cells[grades[0]], row->labs[0], comma ? ',' : '.') ? 1 : 0;
    table.text += csv_line(cells);
  }
  table.not_found = students.not_found(book);
  return table;
}

}  // namespace gridmark

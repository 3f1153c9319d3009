#include "grader/report/learning_platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/nearest.h"
#include "grader/core/ascii.h"
#include "grader/core/csv_text.h"
#include "grader/core/faults.h"
#include "grader/core/number_text.h"
#include "grader/report/gradebook.h"

namespace gridmark::report {
namespace {

std::vector<std::string> texts(const CsvRow& row) {
  std::vector<std::string> all;
  for (const CsvCell& cell : row.cells) all.push_back(cell.text);
  return all;
}

/// "Lab 1: GPU basics (84512)" -> "Lab 1: GPU basics".
std::string canvas_title(const std::string& heading) {
  const auto open = heading.rfind(" (");
  return open != heading.npos && heading.ends_with(')') ? heading.substr(0, open) : heading;
}

/// "Ada-Lovelace_123456", an id from Moodle's folder name, as its worksheet has it: "Participant 123456".
std::string participant_of(const std::string& id) {
  const auto line = id.rfind('_');
  const bool number = line != id.npos && line + 1 < id.size() &&
                      std::all_of(id.begin() + static_cast<std::ptrdiff_t>(line) + 1, id.end(), is_digit);
  return number ? "Participant " + id.substr(line + 1) : "";
}

/// Finds students by ids and e-mail addresses, ignoring case.
class Students {
 public:
  Students(const ClassBook& book, Faults& faults) : faults_(faults) {
    for (const StudentGrades& row : book.students)
      for (const std::string& name : {row.student.id, row.student.email, participant_of(row.student.id)})
        if (!name.empty()) add(lower_case(name), row);
  }
  /// The student of a row. Null if the row is not about a student of the class, or is a fault: its columns
  /// name two students, or another row has the same student.
  const StudentGrades* find(const CsvRow& row, const std::vector<std::size_t>& columns) {
    const StudentGrades* found = nullptr;
    for (const std::size_t column : columns) {
      const auto known = by_name_.find(lower_case(row.cells[column].text));
      if (known == by_name_.end() || known->second == nullptr || known->second == found) continue;
      if (found != nullptr) {
        faults_.add(row.cells[column],
                    fmt::format("names both {} and {}. Keep the one whose grade belongs there",
                                found->student.id, known->second->student.id));
        return nullptr;
      }
      found = known->second;
    }
    if (found == nullptr) return found;
    if (const auto [seen, first] = lines_.emplace(found, row.line); !first)
      faults_.add(row.cells.front(), fmt::format("has {} a second time, first in line {}. Keep one of them",
                                                 found->student.id, seen->second));
    return found;
  }
  std::vector<std::string> not_found(const ClassBook& book) const {
    std::vector<std::string> ids;
    for (const StudentGrades& row : book.students) {
      const bool graded =
          std::any_of(row.labs.begin(), row.labs.end(), [](const LabGrade& one) { return one.has_record; });
      if (graded && !lines_.contains(&row)) ids.push_back(row.student.id);
    }
    return ids;
  }

 private:
  /// A name that two students share finds neither of them.
  void add(const std::string& name, const StudentGrades& row) {
    const auto [known, is_new] = by_name_.emplace(name, &row);
    if (!is_new && known->second != &row) known->second = nullptr;
  }

  Faults& faults_;
  std::map<std::string, const StudentGrades*> by_name_;
  std::map<const StudentGrades*, int> lines_;
};

/// The indices of columns whose names are in `wanted`, in the order of `wanted`.
std::vector<std::size_t> columns_of(const std::vector<std::string>& heads,
                                    const std::vector<std::string>& wanted) {
  std::vector<std::size_t> found;
  for (const std::string& name : wanted)
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (lower_case(heads[i]) == name) found.push_back(i);
  return found;
}

/// The lab's column. Nothing, and a fault, if there are none or two.
std::optional<std::size_t> canvas_column(const CsvRow& names, const LabHeading& lab, Faults& faults) {
  std::vector<std::string> titles;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < names.cells.size(); ++i) {
    const std::string& head = names.cells[i].text;
    const std::string title = canvas_title(head);
    if (title == head) continue;  // Canvas's predefined columns have no number
    titles.push_back(title);
    if (lower_case(title) != lower_case(lab.title) && lower_case(title) != lower_case(lab.name)) continue;
    if (found)
      faults.add(names.cells[i], fmt::format("is a second column for {}: rename one in Canvas", lab.name));
    found = i;
  }
  if (!found)
    faults.add(
        names.cells.front(),
        fmt::format(
            "has no column \"{}\" or \"{}\"{}. Give the assignment this name in Canvas and export again",
            lab.title, lab.name, suggestion(lab.title, titles)));
  return found;
}

bool any_filled(const std::vector<CsvRow>& rows, const std::vector<std::size_t>& columns) {
  return std::any_of(rows.begin() + 1, rows.end(), [&](const CsvRow& row) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](std::size_t i) { return !row.cells[i].text.empty(); });
  });
}

/// "10", "10.5" or "10,5". Nothing for words.
std::optional<double> number_in(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Points with another maximum would be too high or too low for all students.
void require_scale(const CsvCell& cell, const LabHeading& lab, Faults& faults) {
  constexpr double hundredth = 0.005;
  const auto theirs = number_in(cell.text);
  if (!theirs || std::abs(*theirs - lab.max_points.value()) < hundredth) return;
  faults.add(cell,
             fmt::format("counts {} out of {} points, and the lab has {}. Change it there and export again",
                         lab.name, cell.text, points_text(lab.max_points)));
}

/// A cell without a grade stays unchanged, and so does a cell of Canvas that excuses the student.
bool fill(std::string& cell, const LabGrade& grade, char point) {
  if (!grade.has_points() || grade.state == GradeState::pending || grade.adjusted.excused || cell == "EX")
    return false;
  cell = points_text(grade.counted());
  std::replace(cell.begin(), cell.end(), '.', point);
  return true;
}

/// Points with different maxima cannot be compared in one column.
void require_one_maximum(const ClassBook& book, std::size_t lab, const CsvCell& head, Faults& faults) {
  for (const std::string& sentence : other_maxima(book, lab))
    faults.add(
        head, "cannot be filled in: " + sentence + ". Run gridmark rescore RESULTS, then this command again");
}

/// A fault for a file that is not such an export.
tl::unexpected<Error> refusal(const CsvRow& names, const std::string& where, std::string message) {
  Faults faults(Error::Source::usage, where);
  faults.add(names.cells.front(), std::move(message));
  return tl::unexpected<Error>(faults.error());
}

}  // namespace

Result<FilledTable> fill_canvas(const std::vector<CsvRow>& rows, const ClassBook& book,
                                const std::string& where) {
  const std::vector<std::string> heads = texts(rows.front());
  const auto names = columns_of(heads, {"sis user id", "sis login id"});
  const auto numbers = columns_of(heads, {"id"});
  if (names.empty() && numbers.empty())
    return refusal(
        rows.front(), where,
        "has no column \"SIS User ID\", \"SIS Login ID\" or \"ID\". Give an export of Canvas's gradebook");
  Faults faults(Error::Source::usage, where);
  std::vector<std::optional<std::size_t>> columns;
  for (const LabHeading& lab : book.labs) columns.push_back(canvas_column(rows.front(), lab, faults));
  for (std::size_t lab = 0; lab < columns.size(); ++lab)
    if (columns[lab]) require_one_maximum(book, lab, rows.front().cells[*columns[lab]], faults);
  const auto& keys = any_filled(rows, names) ? names : numbers;
  Students students(book, faults);
  FilledTable table{csv_line(heads), 0, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::string> cells = texts(rows[i]);
    const bool points_possible = cells[0].find("Points Possible") != std::string::npos;
    const StudentGrades* row = points_possible ? nullptr : students.find(rows[i], keys);
    for (std::size_t lab = 0; lab < columns.size(); ++lab) {
      if (!columns[lab]) continue;
      if (row != nullptr) table.filled += fill(cells[*columns[lab]], row->labs[lab], '.') ? 1 : 0;
      if (points_possible) require_scale(rows[i].cells[*columns[lab]], book.labs[lab], faults);
    }
    table.text += csv_line(cells);
  }
  table.not_found = students.not_found(book);
  return unless(faults, std::move(table));
}

Result<FilledTable> fill_moodle(const std::vector<CsvRow>& rows, const ClassBook& book, std::size_t lab,
                                const std::string& where) {
  const std::vector<std::string> heads = texts(rows.front());
  const auto keys = columns_of(heads, {"email address", "id number", "username", "identifier"});
  const auto grades = columns_of(heads, {"grade"}), maxima = columns_of(heads, {"maximum grade"});
  if (keys.empty() || grades.size() != 1)
    return refusal(
        rows.front(), where,
        "has no column \"Grade\" next to \"Email address\", \"ID number\", \"Username\" or \"Identifier\". "
        "Download the grading worksheet with Moodle set to English");
  bool comma = false;  // as this site writes numbers
  for (std::size_t i = 1; i < rows.size(); ++i)
    comma = comma || rows[i].cells[grades[0]].text.find(',') != std::string::npos;
  Faults faults(Error::Source::usage, where);
  require_one_maximum(book, lab, rows.front().cells[grades[0]], faults);
  Students students(book, faults);
  FilledTable table{csv_line(heads), 0, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::vector<std::string> cells = texts(rows[i]);
    for (const std::size_t column : maxima) require_scale(rows[i].cells[column], book.labs[lab], faults);
    const StudentGrades* row = students.find(rows[i], keys);
    if (row != nullptr) table.filled += fill(cells[grades[0]], row->labs[lab], comma ? ',' : '.') ? 1 : 0;
    table.text += csv_line(cells);
  }
  table.not_found = students.not_found(book);
  return unless(faults, std::move(table));
}

}  // namespace gridmark::report

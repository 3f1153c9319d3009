#include "grader/report/batch_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/report/gradebook.h"
#include "grader/report/said_once.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

template <class Use>
void each_grade(const ClassBook& book, Use use) {
  for (const StudentGrades& row : book.students)
    for (const LabGrade& grade : row.labs) use(row, grade);
}

std::string time_words(double seconds) {
  return seconds < 120 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.1f} min", seconds / 60);
}

}  // namespace

std::string print_plan(const std::vector<PlanRow>& rows, const std::string& end) {
  std::size_t width = 0;
  std::map<std::string, int> counts;
  for (const PlanRow& row : rows) {
    width = std::max(width, columns(printable(row.student + "/" + row.lab)));
    ++counts[row.what];
  }
  std::string text;
  for (const PlanRow& row : rows)
    text += fmt::format("{}  {:<16}  {}\n", padded(printable(row.student + "/" + row.lab), width), row.what,
                        printable(row.why));
  for (const auto& [what, count] : counts) text += fmt::format("{} {}; ", what, count);
  return text + end + "\n";
}

bool all_graded(const ClassBook& book) {
  bool all = true;
  each_grade(book, [&](const StudentGrades&, const LabGrade& grade) {
    all = all && grade.state == GradeState::graded;
  });
  return all;
}

std::string print_batch_end(const ClassBook& book) {
  std::map<GradeState, int> counts;
  int fresh = 0, not_final = 0, deferred = 0;
  WordsInCommon not_graded;
  each_grade(book, [&](const StudentGrades& row, const LabGrade& grade) {
    ++counts[grade.state];
    fresh += grade.fresh ? 1 : 0;
    not_final += grade.state == GradeState::graded && !grade.final() ? 1 : 0;
    deferred += grade.state == GradeState::graded && grade.deferred() > 0 ? 1 : 0;
    if (grade.state == GradeState::error || grade.state == GradeState::nothing)
      not_graded.add(printable(row.student.id + "/" + grade.lab), printable(state_words(grade)));
  });
  const int graded = counts[GradeState::graded];
  std::string text = fmt::format("{} graded ({} of them now)", graded, fresh);
  if (const int nothing = counts[GradeState::nothing])
    text += fmt::format(", {} with nothing to grade", nothing);
  if (const int errors = counts[GradeState::error])
    text += fmt::format(", {} error{}", errors, errors == 1 ? "" : "s");
  if (const int pending = counts[GradeState::pending]) text += fmt::format(", {} not graded yet", pending);
  text += fmt::format(", in {}\n", time_words(book.seconds));
  for (const SharedWords& shared : not_graded.all())
    text += fmt::format("  {}: {}\n", first_of(shared.who), shared.words);
  if (not_final > 0)
    text += fmt::format(
        "{} of them not yet final. class.html lists the reasons{}\n", not_final,
        deferred > 0 ? ". --deferred grades timed items again that a quieter machine may settle" : "");
  for (std::size_t lab = 0; lab < book.labs.size(); ++lab)
    for (const std::string& sentence : other_maxima(book, lab))
      text += "\nTwo maxima: " + sentence + "\n  Next: gridmark rescore RESULTS, then this command again\n";
  return text;
}

}  // namespace gridmark::report

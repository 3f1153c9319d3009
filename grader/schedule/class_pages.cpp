#include "grader/schedule/class_pages.h"

#include <map>

#include "grader/core/results_file.h"
#include "grader/report/class_html.h"
#include "grader/report/gradebook.h"
#include "grader/system/files.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

std::vector<ledger::StandingGrade> standing_grades(const ClassBook& book) {
  std::vector<ledger::StandingGrade> all;
  for (const StudentGrades& row : book.students)
    for (const LabGrade& grade : row.labs)
      if (!grade.elsewhere) all.push_back({row.student.id, grade});
  return all;
}

/// Adds figures of this run, which no ledger keeps.
void add_figures(const ClassBook& run, ClassBook& book) {
  book.version = run.version;
  book.made = run.made;
  book.seconds = run.seconds;
  book.jobs = run.jobs;
  book.compared = run.compared;
  std::map<std::string, const StudentGrades*> rows;
  for (const StudentGrades& row : run.students) rows[row.student.id] = &row;
  for (StudentGrades& row : book.students)
    if (const auto found = rows.find(row.student.id); found != rows.end())
      for (std::size_t lab = 0; lab < run.labs.size(); ++lab)
        row.labs[lab].fresh = found->second->labs[lab].fresh;
}

/// returns  true if the ledger has the class
Result<bool> note_in(const fs::path& results, const std::vector<const KeptRecord*>& records,
                     const ledger::Occasion& occasion) {
  auto ledger = TRY(ledger::Ledger::open(results));
  if (!TRY(ledger.book_known())) return false;
  std::vector<ledger::StandingGrade> standing;
  for (const KeptRecord* one : records) {
    const std::string student = one->path.parent_path().parent_path().filename().string();
    const auto last = TRY(ledger.grade(student, one->grade.lab));
    if (last) standing.push_back({student, with_standing(one->grade, *last)});
  }
  TRY(ledger.note(standing, occasion));
  TRY(write_class_of(ledger, results, occasion.at));
  return true;
}

}  // namespace

LabGrade with_standing(LabGrade grade, const LabGrade& last) {
  grade.state = last.state;
  grade.why = last.why;
  grade.factor = last.factor;
  grade.attempts = last.attempts;
  grade.adjusted = last.adjusted;
  return grade;
}

Result<void> write_class_pages(const ClassBook& book, const fs::path& results) {
  TRY(system::write_file_atomically(results_file(results, ResultsFile::summary),
                                    report::print_summary(book)));
  TRY(system::write_file_atomically(results_file(results, ResultsFile::class_page),
                                    report::print_class_html(book)));
  return system::write_file_atomically(results_file(results, ResultsFile::gradebook),
                                       report::print_gradebook(book));
}

Result<ClassBook> note_batch(ledger::Ledger& ledger, const ClassBook& found, const Roster& whole_class,
                             const ledger::Occasion& occasion) {
  ClassBook all = found;
  all.students.clear();
  for (const Student& student : whole_class) all.students.push_back({student, {}});
  TRY(ledger.note_class(all, occasion));
  TRY(ledger.note(standing_grades(found), occasion));
  auto book = TRY(ledger.book());
  add_figures(found, *book);
  return *std::move(book);
}

Result<void> write_class_of(const ledger::Ledger& ledger, const fs::path& results, const std::string& made) {
  auto book = TRY(ledger.book());
  if (!book) return {};
  std::error_code ignored;
  book->made = made;
  book->compared = fs::exists(results_file(results, ResultsFile::similarity), ignored);
  return write_class_pages(*book, results);
}

fs::path results_of(const fs::path& record) {
  std::error_code ignored;
  const fs::path lab = fs::absolute(record, ignored).lexically_normal().parent_path();
  const fs::path results = lab.parent_path().parent_path();  // RESULTS/STUDENT/LAB/record.json
  return fs::exists(results / ".format", ignored) ? results : fs::path();
}

Result<std::vector<fs::path>> note_records(const std::vector<KeptRecord>& records,
                                           const ledger::Occasion& occasion) {
  std::map<fs::path, std::vector<const KeptRecord*>> by_results;
  for (const KeptRecord& one : records)
    if (const fs::path results = results_of(one.path); !results.empty()) by_results[results].push_back(&one);
  std::vector<fs::path> unknown;
  for (const auto& [results, own] : by_results)
    if (!TRY(note_in(results, own, occasion))) unknown.push_back(results);
  return unknown;
}

}  // namespace gridmark::schedule

#include "grader/ledger/ledger.h"

#include <fmt/format.h>

#include "grader/core/results_file.h"
#include "grader/ledger/grade_changes.h"
#include "grader/ledger/stored_values.h"
#include "grader/ledger/tables.h"
#include "grader/system/network_folder.h"

namespace gridmark::ledger {
namespace {

namespace fs = std::filesystem;

/// Later than every moment in a file.
constexpr const char* for_ever = "9999-12-31T23:59:59Z";

std::string limit_of(const std::string& until) { return until.empty() ? for_ever : until; }

Result<int> version_of(const Database& database) {
  auto asked = TRY(database.prepare("PRAGMA user_version"));
  TRY(asked.step());
  return static_cast<int>(asked.number(0));
}

/// If two processes open a new file at once, one of them makes the tables. If the tables exist, it does not
/// wait for a writer.
Result<void> make_tables(const Database& database) {
  if (TRY(version_of(database)) != 0) return {};
  auto transaction = TRY(Transaction::begin(database));
  if (TRY(version_of(database)) == 0) {
    TRY(database.run(tables));
    TRY(database.run(fmt::format("PRAGMA user_version={}", tables_version).c_str()));
  }
  return transaction.commit();
}

CourseEvent event_in(const Statement& row) {
  CourseEvent event;
  event.number = row.number(0);
  event.at = row.text(1);
  event.kind = value_of<EventKind>(row.text(2)).value_or(EventKind::updated);
  event.student = row.text(3);
  event.lab = row.text(4);
  event.author = row.text(5);
  event.reason = row.text(6);
  return event;
}

}  // namespace

Result<Ledger> Ledger::open(const fs::path& results) {
  auto database = TRY(Database::open(results_file(results, ResultsFile::ledger)));
  TRY(database.run(system::is_network_folder(results) ? "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;"
                                                      : "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"));
  TRY(make_tables(database));
  if (const int found = TRY(version_of(database)); found != tables_version)
    return failure(Error::Source::filesystem, database.where(),
                   fmt::format("is a ledger of version {}, expected {}. Another version of gridmark made it: "
                               "use that one",
                               found, tables_version));
  return Ledger(std::move(database));
}

Result<Ledger> Ledger::open_existing(const fs::path& results) {
  const fs::path file = results_file(results, ResultsFile::ledger);
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    return failure(Error::Source::usage, results.string(),
                   "holds no ledger (course.sqlite). `gridmark batch` makes one with its results");
  return open(results);
}

Result<void> Ledger::append(const CourseEvent& event) {
  auto row = TRY(database_.prepare(
      "INSERT INTO events (at, kind, student, lab, author, reason, grade) VALUES (?, ?, ?, ?, ?, ?, ?)"));
  row.bind(1, event.at).bind(2, name_of(event.kind)).bind(3, event.student).bind(4, event.lab);
  row.bind(5, event.author).bind(6, event.reason);
  if (event.grade)
    row.bind(7, stored(*event.grade));
  else
    row.bind_null(7);
  return row.run();
}

/// Most grades of a class have not changed, and comparing the stored texts shows that without parsing.
Result<void> Ledger::note_grade(const StandingGrade& one, const Occasion& occasion) {
  const auto last = TRY(last_text(one.student, one.grade.lab, ""));
  if (last == stored(one.grade)) return {};
  std::optional<LabGrade> before;
  if (last) before = TRY(grade_in(*last, database_.where()));
  LabGrade now = TRY(grade_in(stored(one.grade), database_.where()));
  if (before) now.adjusted = before->adjusted;
  for (const GradeChange& change : grade_changes(before, now))
    TRY(append({0, occasion.at, change.kind, one.student, now.lab,
                change.author.empty() ? occasion.author : change.author,
                change.reason.empty() ? occasion.reason : change.reason, now}));
  return {};
}

Result<void> Ledger::note(std::span<const StandingGrade> grades, const Occasion& occasion) {
  auto transaction = TRY(Transaction::begin(database_));
  for (const StandingGrade& one : grades) TRY(note_grade(one, occasion));
  return transaction.commit();
}

Result<LabGrade> Ledger::adjust(const std::string& student, const std::string& lab, EventKind kind,
                                const Adjustment& adjustment, const Occasion& occasion) {
  auto transaction = TRY(Transaction::begin(database_));
  auto now = TRY(grade(student, lab));
  if (!now)
    return failure(
        Error::Source::usage, database_.where(),
        fmt::format("has no grade of \"{}\" for \"{}\". `gridmark history` lists the grades that it has",
                    student, lab));
  now->adjusted = adjustment;
  TRY(append({0, occasion.at, kind, student, lab, occasion.author, occasion.reason, now}));
  TRY(transaction.commit());
  return *now;
}

Result<void> Ledger::note_class(const ClassBook& book, const Occasion& occasion) {
  const std::string now = stored(book);
  auto transaction = TRY(Transaction::begin(database_));
  auto last = TRY(database_.prepare("SELECT class FROM classes ORDER BY number DESC LIMIT 1"));
  if (TRY(last.step()) && last.text(0) == now) return {};
  auto row = TRY(database_.prepare("INSERT INTO classes (at, class) VALUES (?, ?)"));
  TRY(row.bind(1, occasion.at).bind(2, now).run());
  return transaction.commit();
}

Result<std::optional<std::string>> Ledger::last_text(const std::string& student, const std::string& lab,
                                                     const std::string& until) const {
  auto found = TRY(database_.prepare(
      "SELECT grade FROM events WHERE student = ? AND lab = ? AND grade IS NOT NULL AND at <= ? "
      "ORDER BY number DESC LIMIT 1"));
  found.bind(1, student).bind(2, lab).bind(3, limit_of(until));
  if (!TRY(found.step())) return std::optional<std::string>();
  return std::optional(found.text(0));
}

Result<std::optional<LabGrade>> Ledger::grade(const std::string& student, const std::string& lab,
                                              const std::string& until) const {
  const auto last = TRY(last_text(student, lab, until));
  if (!last) return std::optional<LabGrade>();
  return grade_in(*last, database_.where()).map([](LabGrade read) { return std::optional(std::move(read)); });
}

Result<bool> Ledger::book_known() const {
  auto found = TRY(database_.prepare("SELECT 1 FROM classes LIMIT 1"));
  return found.step();
}

Result<std::optional<ClassBook>> Ledger::book(const std::string& until) const {
  auto found =
      TRY(database_.prepare("SELECT class, at FROM classes WHERE at <= ? ORDER BY number DESC LIMIT 1"));
  if (!TRY(found.bind(1, limit_of(until)).step())) return std::optional<ClassBook>();
  ClassBook book = TRY(class_in(found.text(0), database_.where()));
  for (StudentGrades& row : book.students) TRY(fill_row(book, row, until));
  return std::optional(std::move(book));
}

Result<void> Ledger::fill_row(const ClassBook& book, StudentGrades& row, const std::string& until) const {
  for (std::size_t lab = 0; lab < book.labs.size(); ++lab) {
    auto known = TRY(grade(row.student.id, book.labs[lab].name, until));
    row.labs[lab] = known ? *std::move(known) : LabGrade{};
    row.labs[lab].lab = book.labs[lab].name;
    if (!known) row.labs[lab].why = "not graded yet";
  }
  if (!book.course) return {};
  std::vector<LabGrade> of_course;
  for (const CourseLab& one : book.course->labs)
    if (auto known = TRY(grade(row.student.id, one.lab, until))) of_course.push_back(*std::move(known));
  row.total = course_total(*book.course, of_course);
  return {};
}

Result<std::vector<CourseEvent>> Ledger::events(const std::string& student, const std::string& lab) const {
  auto rows =
      TRY(database_.prepare("SELECT number, at, kind, student, lab, author, reason, grade FROM events "
                            "WHERE student = ?1 AND (?2 = '' OR lab = ?2) ORDER BY number"));
  rows.bind(1, student).bind(2, lab);
  std::vector<CourseEvent> all;
  while (TRY(rows.step())) {
    CourseEvent event = event_in(rows);
    if (!rows.is_null(7)) event.grade = TRY(grade_in(rows.text(7), database_.where()));
    all.push_back(std::move(event));
  }
  return all;
}

Result<std::vector<RepositoryLook>> Ledger::looks(const std::string& repository,
                                                  const std::string& branch) const {
  auto rows = TRY(database_.prepare(
      "SELECT at, tip FROM looks WHERE repository = ? AND branch = ? ORDER BY number DESC"));
  rows.bind(1, repository).bind(2, branch);
  std::vector<RepositoryLook> all;
  while (TRY(rows.step()))
    if (all.empty() || all.back().tip != rows.text(1)) all.push_back({rows.text(0), rows.text(1)});
  return all;
}

Result<void> Ledger::note_look(const std::string& repository, const std::string& branch,
                               const std::string& at,
                               std::span<const std::pair<std::string, std::string>> commits) {
  auto transaction = TRY(Transaction::begin(database_));
  const auto before = TRY(looks(repository, branch));
  const std::string not_before = before.empty() ? "" : before.front().at;
  auto look = TRY(database_.prepare("INSERT INTO looks (at, repository, branch, tip) VALUES (?, ?, ?, ?)"));
  look.bind(1, at).bind(2, repository).bind(3, branch).bind(4, commits.empty() ? "" : commits.front().first);
  TRY(look.run());
  auto row = TRY(database_.prepare(
      "INSERT OR IGNORE INTO commits (repository, id, committed, seen, not_before) VALUES (?, ?, ?, ?, ?)"));
  for (const auto& [id, committed] : commits) {
    row.bind(1, repository).bind(2, id).bind(3, committed).bind(4, at).bind(5, not_before);
    TRY(row.run());
  }
  return transaction.commit();
}

Result<void> Ledger::note_push(const std::string& repository, const std::string& commit,
                               const std::string& at) {
  auto row = TRY(database_.prepare("INSERT OR IGNORE INTO pushes (repository, id, at) VALUES (?, ?, ?)"));
  return row.bind(1, repository).bind(2, commit).bind(3, at).run();
}

Result<std::map<std::string, SeenCommit>> Ledger::seen_commits(const std::string& repository) const {
  auto rows = TRY(database_.prepare(
      "SELECT commits.id, committed, seen, not_before, coalesce(pushes.at, '') FROM commits "
      "LEFT JOIN pushes USING (repository, id) WHERE repository = ?"));
  rows.bind(1, repository);
  std::map<std::string, SeenCommit> all;
  while (TRY(rows.step()))
    all[rows.text(0)] = {rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4)};
  return all;
}

Result<void> Ledger::check() const {
  auto rows = TRY(database_.prepare("PRAGMA integrity_check"));
  if (TRY(rows.step()) && rows.text(0) == "ok") return {};
  return failure(Error::Source::filesystem, database_.where(), "is damaged: " + rows.text(0));
}

}  // namespace gridmark::ledger

#pragma once
// Theory of operation
// RESULTS/course.sqlite remembers what became of each grade, when, by whom and why. Nothing in it is ever
// changed or removed; triggers hold that. Records are files, and the evidence; the ledger has what a
// gradebook prints of them, so gradebook and pages of any day come from the ledger alone.
//
// A command writes its records first. Then it tells the ledger how each grade stands, and the ledger appends
// what differs from what it knew (grade_changes.h), all grades in one transaction. A command that dies
// between the two leaves records of which the ledger does not know; the next one that looks at them finds the
// difference and appends it. So an event is neither lost nor there twice.
//
// The file has a write-ahead log, so readers never wait. That needs memory which all users of the file share,
// so on a network file system it is a rollback journal.
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/course_event.h"
#include "grader/ledger/database.h"

namespace gridmark::ledger {

/// How a student's grade of a lab stands.
struct StandingGrade {
  std::string student;
  LabGrade grade;
};

/// Who writes, when and why.
struct Occasion {
  std::string at;  ///< UTC, RFC 3339
  std::string author;
  std::string reason;  ///< of events that do not bring their own
};

/// A look at a branch of a repository.
struct RepositoryLook {
  std::string at;   ///< UTC, RFC 3339
  std::string tip;  ///< id of its last commit; empty: it had none
};

class Ledger {
 public:
  /// Of a folder of results; makes the file where it is missing.
  ///
  /// errors  filesystem: it cannot be opened, is damaged, or is another version's
  static Result<Ledger> open(const std::filesystem::path& results);
  /// errors  usage: there is none
  static Result<Ledger> open_existing(const std::filesystem::path& results);

  /// Appends what differs from the ledger's last word on each grade. Adjustments of persons stay: they are
  /// the ledger's, and no record knows them.
  Result<void> note(std::span<const StandingGrade> grades, const Occasion& occasion);
  /// Appends an event of a person, which may adjust the grade.
  ///
  /// errors  usage: the ledger knows no such grade
  Result<LabGrade> adjust(const std::string& student, const std::string& lab, EventKind kind,
                          const Adjustment& adjustment, const Occasion& occasion);
  /// Labs and students of the class, where they differ from the last ones.
  Result<void> note_class(const ClassBook& book, const Occasion& occasion);

  /// The last word on a grade up to a moment ("": now).
  Result<std::optional<LabGrade>> grade(const std::string& student, const std::string& lab,
                                        const std::string& until = "") const;
  /// The class as it stood; nothing where no class was noted until then. A grade that the ledger does not
  /// know is pending.
  Result<std::optional<ClassBook>> book(const std::string& until = "") const;
  Result<bool> book_known() const;
  /// All events of a student, of one lab or ("") of all, in their order.
  Result<std::vector<CourseEvent>> events(const std::string& student, const std::string& lab) const;

  /// The looks at a branch, the latest first; of those that found the same tip in a row, the latest.
  Result<std::vector<RepositoryLook>> looks(const std::string& repository, const std::string& branch) const;
  /// A repository was looked at, and had these commits: those that are new are seen for the first time.
  ///
  /// commits  id, and the committer's date (UTC, RFC 3339)
  Result<void> note_look(const std::string& repository, const std::string& branch, const std::string& at,
                         std::span<const std::pair<std::string, std::string>> commits);
  /// What a host says of pushes: repository, commit, moment.
  Result<void> note_push(const std::string& repository, const std::string& commit, const std::string& at);
  /// All commits that were ever seen in a repository, by id.
  Result<std::map<std::string, SeenCommit>> seen_commits(const std::string& repository) const;

  /// SQLite's own check of the file.
  ///
  /// errors  filesystem: what is damaged
  Result<void> check() const;

 private:
  explicit Ledger(Database database) : database_(std::move(database)) {}
  Result<void> append(const CourseEvent& event);
  Result<void> fill_row(const ClassBook& book, StudentGrades& row, const std::string& until) const;
  Result<std::optional<std::string>> last_text(const std::string& student, const std::string& lab,
                                               const std::string& until) const;
  Result<void> note_grade(const StandingGrade& one, const Occasion& occasion);

  Database database_;
};

}  // namespace gridmark::ledger

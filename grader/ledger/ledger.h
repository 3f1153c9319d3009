#pragma once
// Theory of operation
// RESULTS/course.sqlite records the changes of each grade, with time, author and reason. Entries are never
// changed or removed, and triggers enforce that. Records are files and are the evidence. The ledger has the
// part of them that a gradebook prints, so it can show the gradebook and the pages of any day without them.
//
// A command writes its records first. Then it passes the state of each grade to the ledger, which appends the
// differences from its last state (grade_changes.h), all grades in one transaction. If a command dies between
// the two, the ledger does not know its records. The next command that reads them finds the difference and
// appends it. So no event is lost or written twice.
//
// The file has a write-ahead log, so readers never wait. The log needs memory that all users of the file
// share, so on a network file system the file uses a rollback journal instead.
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

/// The state of a student's grade of a lab.
struct StandingGrade {
  std::string student;
  LabGrade grade;
};

/// Author, time and reason of a change.
struct Occasion {
  std::string at;  ///< UTC, RFC 3339
  std::string author;
  std::string reason;  ///< for events without their own reason
};

/// A look at a branch of a repository.
struct RepositoryLook {
  std::string at;   ///< UTC, RFC 3339
  std::string tip;  ///< id of its last commit, empty if it had none
};

class Ledger {
 public:
  /// Opens the ledger of a folder of results. Makes the file if it is missing.
  ///
  /// errors  filesystem: it cannot be opened, is damaged, or is another version's
  static Result<Ledger> open(const std::filesystem::path& results);
  /// errors  usage: there is none
  static Result<Ledger> open_existing(const std::filesystem::path& results);

  /// Appends the differences from the ledger's last state of each grade. A person's adjustments stay, because
  /// only the ledger has them.
  Result<void> note(std::span<const StandingGrade> grades, const Occasion& occasion);
  /// Appends an event of a person, which may adjust the grade.
  ///
  /// errors  usage: the ledger has no such grade
  Result<LabGrade> adjust(const std::string& student, const std::string& lab, EventKind kind,
                          const Adjustment& adjustment, const Occasion& occasion);
  /// Notes labs and students of the class if they changed.
  Result<void> note_class(const ClassBook& book, const Occasion& occasion);

  /// The last state of a grade up to a moment ("": now).
  Result<std::optional<LabGrade>> grade(const std::string& student, const std::string& lab,
                                        const std::string& until = "") const;
  /// The class at a moment. Empty if no class was noted until then. A grade that the ledger does not have is
  /// pending.
  Result<std::optional<ClassBook>> book(const std::string& until = "") const;
  Result<bool> book_known() const;
  /// All events of a student for one lab, or ("") for all labs, in their order.
  Result<std::vector<CourseEvent>> events(const std::string& student, const std::string& lab) const;

  /// The looks at a branch, latest first. Of successive looks with the same tip, only the latest.
  Result<std::vector<RepositoryLook>> looks(const std::string& repository, const std::string& branch) const;
  /// Notes a look at a repository and its commits. New commits are seen for the first time.
  ///
  /// commits  id, and the committer's date (UTC, RFC 3339)
  Result<void> note_look(const std::string& repository, const std::string& branch, const std::string& at,
                         std::span<const std::pair<std::string, std::string>> commits);
  /// Notes a push from a host: repository, commit, moment.
  Result<void> note_push(const std::string& repository, const std::string& commit, const std::string& at);
  /// All commits that were ever seen in a repository, by id.
  Result<std::map<std::string, SeenCommit>> seen_commits(const std::string& repository) const;

  /// SQLite's own check of the file.
  ///
  /// errors  filesystem: the damage
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

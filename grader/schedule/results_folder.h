#pragma once
// Theory of operation
//   RESULTS/STUDENT/LAB/
//     record.json                   the attempt that counts, with persons' points and decisions
//     report.html, log.txt          for the student; nothing of hidden tests (grade_pages.h)
//     staff.html, staff-log.txt     all of it
//     error.txt                     why the last try made no record; gone after the next good one
//     attempts/0001-KEY/            every attempt: graded.json and the same pages. KEY is the first 16 digits
//                                   of the job's key, so a finished job is known by a folder's name
//   RESULTS/course.sqlite           the ledger: grader/ledger/ledger.h
//   RESULTS/.work/                  jobs that are under way; of no worth once the batch is gone
//   RESULTS/.repositories/, .lock, .format    mirrors, who works here, which layout this is
// An attempt is made in .work, synced, and renamed to its place: it is there whole or not at all. What counts
// is then written over record.json, each file under a temporary name and renamed. A batch that dies between
// the two is put right by the next one, which publishes what should count before anything else. Attempts are
// not called record.json so that commands over records see each submission once.
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark::schedule {

/// Digits of a job's key that name an attempt.
inline constexpr std::size_t key_digits = 16;

struct Attempt {
  int number = 0;
  std::string key;  ///< its first key_digits
  std::filesystem::path folder;
};

/// What a job leaves behind.
struct AttemptFiles {
  GradeRecord record;  ///< with its source; the attempt's number is filled in
  std::string log;
};

/// The second record with the points and decisions that persons put into the first, scored again.
using Rescore = std::function<Result<GradeRecord>(const GradeRecord& persons, const GradeRecord& fresh)>;

/// The record by the course's rubric of now; the same record where it is by that one already.
///
/// errors  rubric: it asks for values that the record does not have
using ByCourse = std::function<Result<GradeRecord>(const GradeRecord&)>;

/// Where a record's files are from as the batch sees it now: commit and lateness.
using SourceNow = std::function<SubmissionSource(const GradeRecord&)>;

class ResultsFolder {
 public:
  /// Makes the folder, or looks whether it is one of this layout.
  ///
  /// errors  filesystem: not writable, of another version, a folder with something else in it
  static Result<ResultsFolder> open(const std::filesystem::path& root, Rescore rescore,
                                    ByCourse by_course = as_it_was);

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path mirrors() const { return root_ / ".repositories"; }
  std::filesystem::path lab_folder(const std::string& student, const std::string& lab) const {
    return root_ / student / lab;
  }
  /// Empty and fresh.
  Result<std::filesystem::path> work_folder(const std::string& student, const std::string& lab) const;

  /// By number.
  std::vector<Attempt> attempts(const std::string& student, const std::string& lab) const;
  /// With what persons, another rubric or a later run have made of it where it is the one that counts.
  Result<GradeRecord> record_of(const Attempt& attempt) const;
  /// The same by the course's rubric of now, where its values allow.
  ///
  /// errors  rubric: they do not. filesystem
  Result<GradeRecord> scored_now(const Attempt& attempt) const;
  Result<void> add_attempt(const std::string& student, const std::string& lab, AttemptFiles files) const;

  /// The record that counts; nothing where none was ever made.
  Result<std::optional<GradeRecord>> published(const std::string& student, const std::string& lab) const;
  /// Makes `attempt` the one that counts, by the course's rubric of now where its values allow, unless all
  /// that is so already. What was made of the record before goes back to its attempt first. Points of persons
  /// go along to the new one, and say which files they were given for; decisions about counts do where it
  /// graded the same files.
  ///
  /// returns  the record that counts now
  Result<std::optional<GradeRecord>> publish(const std::string& student, const std::string& lab,
                                             const Attempt& attempt, const SourceNow& source_now) const;

  void keep_error(const std::string& student, const std::string& lab, const std::string& text) const;
  void forget_error(const std::string& student, const std::string& lab) const;

 private:
  static Result<GradeRecord> as_it_was(const GradeRecord& record) { return record; }
  ResultsFolder(std::filesystem::path root, Rescore rescore, ByCourse by_course)
      : root_(std::move(root)), rescore_(std::move(rescore)), by_course_(std::move(by_course)) {}
  Result<void> keep_what_was_made(const std::string& student, const std::string& lab, const GradeRecord& old,
                                  GradeRecord& fresh) const;

  std::filesystem::path root_;
  Rescore rescore_;
  ByCourse by_course_;
};

}  // namespace gridmark::schedule

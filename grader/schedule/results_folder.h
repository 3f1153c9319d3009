#pragma once
// Theory of operation
//   RESULTS/STUDENT/LAB/
//     record.json                   the attempt that counts, with points and decisions of persons
//     report.html, log.txt          for the student, without hidden tests (grade_pages.h)
//     staff.html, staff-log.txt     all of it
//     error.txt                     why the last try made no record; removed after the next good one
//     attempts/0001-KEY/            every attempt: graded.json and the same pages. KEY is the first 16 digits
//                                   of the job's key, so the folder's name identifies a finished job
//   RESULTS/course.sqlite           the ledger: grader/ledger/ledger.h
//   RESULTS/.work/                  jobs that run; worthless when the batch has ended
//   RESULTS/.repositories/, .lock, .format    mirrors, the lock of the running batch, the layout's version
// An attempt is made in .work, synced, and renamed to its place, so it is there completely or not at all.
// Then the files of the attempt that counts are written over record.json and its pages, each under a
// temporary name and renamed. If a batch dies between the two steps, the next batch repairs this: it first
// publishes the attempts that should count. Attempts are not named record.json, so that commands over records
// see each submission once.
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"

namespace gridmark::schedule {

/// The number of digits of a job's key that name an attempt.
inline constexpr std::size_t key_digits = 16;

struct Attempt {
  int number = 0;
  std::string key;  ///< its first key_digits
  std::filesystem::path folder;
};

/// The files that a job makes.
struct AttemptFiles {
  GradeRecord record;  ///< with its source, but without the attempt's number
  std::string log;
};

/// The second record with the points and decisions of persons from the first, scored again.
using Rescore = std::function<Result<GradeRecord>(const GradeRecord& persons, const GradeRecord& fresh)>;

/// The record scored by the course's current rubric. Unchanged if it already has that rubric.
///
/// errors  rubric: it needs values that the record does not have
using ByCourse = std::function<Result<GradeRecord>(const GradeRecord&)>;

/// The current source of a record's files: commit and lateness.
using SourceNow = std::function<SubmissionSource(const GradeRecord&)>;

/// errors  filesystem
Result<GradeRecord> read_record(const std::filesystem::path& path);

class ResultsFolder {
 public:
  /// Makes the folder, or checks that it has this layout.
  ///
  /// errors  filesystem: not writable, another version, a folder with other contents
  static Result<ResultsFolder> open(const std::filesystem::path& root, Rescore rescore,
                                    ByCourse by_course = as_it_was);

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path mirrors() const { return root_ / ".repositories"; }
  std::filesystem::path lab_folder(const std::string& student, const std::string& lab) const {
    return root_ / student / lab;
  }
  /// An empty folder for a job while it runs.
  Result<std::filesystem::path> work_folder(const std::string& student, const std::string& lab) const;

  /// The attempts by number.
  std::vector<Attempt> attempts(const std::string& student, const std::string& lab) const;
  /// The attempt's record. If the attempt counts, this includes later changes by persons, rubrics or runs.
  Result<GradeRecord> record_of(const Attempt& attempt) const;
  /// The same, scored by the course's current rubric.
  ///
  /// errors  rubric: the record lacks values for it. filesystem
  Result<GradeRecord> scored_now(const Attempt& attempt) const;
  Result<void> add_attempt(const std::string& student, const std::string& lab, AttemptFiles files) const;

  /// The record that counts, or nothing if none was ever made.
  Result<std::optional<GradeRecord>> published(const std::string& student, const std::string& lab) const;
  /// Makes `attempt` the one that counts, and scores it by the course's current rubric if its values suffice.
  /// Does nothing if that is already so. Changes to the previous record are first saved in its attempt.
  /// Points from persons move to the new record, with a note about the files they were given for. Decisions
  /// about counts move only if both attempts graded the same files.
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

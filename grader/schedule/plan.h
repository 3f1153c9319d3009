#pragma once
// Makes jobs from students and labs: the files to grade, their commit, and their key.
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/class_book.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/late_policy.h"
#include "grader/core/roster.h"
#include "grader/core/rubric.h"
#include "grader/core/submission_source.h"
#include "grader/schedule/git_mirror.h"
#include "grader/schedule/repository_past.h"
#include "grader/schedule/tree.h"

namespace gridmark::schedule {

/// A lab that a batch grades.
struct BatchLab {
  Lab lab;
  Rubric rubric;
  std::string fingerprint;      ///< see grading_fingerprint()
  bool timed = false;           ///< has items on its device's clock, so its grades run alone
  std::string device = "auto";  ///< as `gridmark grade --device` takes it
};

/// A file of a job. `name` is its name in the lab, `at` in the submission.
struct PlannedFile {
  std::string name;
  std::string at;
  TreeEntry entry;
};

/// One student's submission for one lab. `state` is pending if it can be graded. Otherwise it names the
/// problem, and `why` explains it.
struct PlannedJob {
  Student student;
  const BatchLab* lab = nullptr;
  GradeState state = GradeState::pending;
  std::string why;
  SubmissionSource source;
  std::vector<PlannedFile> files;
  std::string date_doubt;  ///< see impossible_dates()
  int slip_left = 0;       ///< days that earlier labs have left over
};

struct PlanRequest {
  const std::vector<BatchLab>* labs = nullptr;  ///< by deadline, those without one last
  LatePolicy policy;
  std::string branch;         ///< for a policy that names none
  bool working_tree = false;  ///< use the files as they lie, also in repositories
  std::filesystem::path mirrors;
  GitLimits git;
  Moment now = 0;                    ///< by the batch's clock. Later commits have a wrong clock
  RepositoryPasts* pasts = nullptr;  ///< nothing: no look is noted, and dates are used as they are
};

/// Plans one student per call. Threads can call it at the same time.
class Planner {
 public:
  Planner(PlanRequest request, const system::StopFlag& stop) : request_(std::move(request)), stop_(stop) {}

  /// A job for each lab, in order. A fault of a repository becomes the state of its jobs, never an error.
  std::vector<PlannedJob> plan(const Student& student);

  /// Writes the files of a job into `folder`, where `gridmark grade` takes them.
  ///
  /// errors  filesystem: they cannot be read or written. submission: a file is a Git LFS pointer
  Result<void> extract(const PlannedJob& job, const std::filesystem::path& folder) const;

 private:
  std::vector<PlannedJob> plan_commits(const Student& student);
  std::vector<PlannedJob> plan_uploads(const Student& student);
  std::vector<PlannedJob> plan_folder(const Student& student);
  void plan_commit(PlannedJob& job, int& slip_left);
  Result<Commit> counting_commit(const PlannedJob& job, const GitMirror& mirror,
                                 const std::vector<Commit>& history, const RepositoryPast& past,
                                 std::optional<Moment> until) const;
  Result<RepositoryPast> past_of(const PlannedJob& job, const std::vector<Commit>& history) const;
  void settle_moment(PlannedJob& job, const Commit& commit, const RepositoryPast& past,
                     const std::optional<LabDeadline>& deadline, int& slip_left) const;
  std::string date_doubt(const std::vector<Commit>& history, const std::string& until) const;
  void plan_files(PlannedJob& job, const Tree& tree) const;
  Result<void> fetch_once(const std::string& repository, const std::string& branch);
  Result<std::string> bytes_of(const PlannedJob& job, const PlannedFile& file) const;
  PlannedJob blank(const Student& student, const BatchLab& lab) const;

  PlanRequest request_;
  const system::StopFlag& stop_;
  std::mutex mutex_;  ///< guards the members below
  std::map<std::string, std::shared_ptr<std::mutex>> repositories_;
  std::map<std::string, Error> not_fetched_;  ///< key: repository and branch
  std::set<std::string> fetched_;
};

/// Sorts the labs by deadline, those without one last. Equal ones keep their order.
void sort_by_deadline(std::vector<BatchLab>& labs, const LatePolicy& policy);

}  // namespace gridmark::schedule

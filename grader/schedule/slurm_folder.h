#pragma once
// Theory of operation
//   RESULTS/.slurm/jobs/NAME/submission/, lab, device   a job's files, which tasks copy; removed after use
//   RESULTS/.slurm/arrays/ARRAY/task.sh, chunk-1 ...    the submitted array; a chunk lists jobs by name
//   RESULTS/.slurm/arrays/ARRAY/id, log-1 ...           the array's number from Slurm, and the tasks' output
//   RESULTS/.slurm/incoming/                            files that tasks write; worthless when the tasks end
//   RESULTS/.slurm/done/NAME/graded.json, log, node     a grade, renamed to here when fully written
//   RESULTS/.slurm/failed/NAME/ARRAY                    node and message of a failed grade
// NAME is STUDENT--LAB--KEY, with 16 digits of the job's key. Two names are equal only for the same files
// under the same lab. So a job that runs twice gives the same result twice, and the second task finds the
// place taken. A client keeps its state only in this folder. If it is killed, the next client continues from
// the folder. An array without an id was on its way to Slurm. Either the queue lists its name, or it never
// reached Slurm.
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/schedule/grade_child.h"

namespace gridmark::schedule {

/// An array, read from its folder.
struct KnownArray {
  std::string name;
  std::string id;                                     ///< empty if not known
  std::vector<std::vector<std::string>> chunks = {};  ///< names of jobs, where task i has chunks[i - 1]
};

/// A grade from a task.
struct Delivery {
  ChildsGrade grade;
  std::string node;
};

/// The message of a task that could not grade.
struct FailedTry {
  std::string array, node, said;
};

class SlurmFolder {
 public:
  explicit SlurmFolder(const std::filesystem::path& results)
      : root_(std::filesystem::absolute(results) / ".slurm") {}

  /// The SlurmFolder that contains this array.
  static SlurmFolder of_array(const std::filesystem::path& array_folder) {
    return SlurmFolder(array_folder.parent_path().parent_path().parent_path());
  }

  std::filesystem::path array_folder(const std::string& array) const { return root_ / "arrays" / array; }
  std::filesystem::path job_folder(const std::string& job) const { return root_ / "jobs" / job; }

  /// Saves an array with its script before it is submitted.
  ///
  /// errors  filesystem
  Result<void> add_array(const KnownArray& array, const std::string& script) const;
  Result<void> set_id(const std::string& array, const std::string& id) const;
  std::vector<KnownArray> arrays() const;
  void forget_array(const std::string& array) const;
  /// The last line that a task printed, or "".
  std::string last_words(const std::string& array, std::size_t task) const;

  /// Marks a job's files as complete, so that tasks can take them.
  Result<void> set_staged(const std::string& job, const std::string& lab, const std::string& device) const;
  /// The task's input for a job. Nothing if the job is not needed any more.
  std::optional<GradeTask> staged_task(const std::string& job) const;
  /// Names of the staged jobs, and of the jobs that a task has delivered.
  std::set<std::string> staged() const { return names_in("jobs"); }
  std::set<std::string> delivered() const { return names_in("done"); }
  /// Names of the jobs that a task could not grade.
  std::set<std::string> failed() const { return names_in("failed"); }
  bool is_delivered(const std::string& job) const;

  /// errors  filesystem: it cannot be read
  Result<Delivery> take(const std::string& job) const;
  std::vector<FailedTry> failures(const std::string& job) const;
  void forget_delivery(const std::string& job) const;
  /// Removes all files of a job.
  void forget_job(const std::string& job) const;

  /// For tasks. Moves a complete grade to its place, unless another task was first.
  ///
  /// writer  a name that no other writer uses at this time
  /// errors  filesystem
  Result<void> deliver(const std::string& job, const Delivery& delivery, const std::string& writer) const;
  Result<void> say_failed(const std::string& job, const FailedTry& failed) const;

 private:
  std::set<std::string> names_in(const char* folder) const;
  /// Writes the delivery into `made`, and moves it to its delivered place. False if one is already there.
  Result<bool> move_in(const std::filesystem::path& made, const std::string& job,
                       const Delivery& delivery) const;

  std::filesystem::path root_;
};

/// The names in a chunk's file, one per line.
Result<std::vector<std::string>> read_chunk(const std::filesystem::path& file);

}  // namespace gridmark::schedule

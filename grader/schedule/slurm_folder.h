#pragma once
// Theory of operation
//   RESULTS/.slurm/jobs/NAME/submission/, lab, device   a job's files, which tasks copy; gone once nobody
//   needs them RESULTS/.slurm/arrays/ARRAY/task.sh, chunk-1 ...    what was submitted: a chunk is the names
//   of its jobs, by line RESULTS/.slurm/arrays/ARRAY/id, log-1 ...           the array's number, once Slurm
//   gave one; what tasks printed RESULTS/.slurm/incoming/                            what tasks write now; of
//   no worth once they are gone RESULTS/.slurm/done/NAME/graded.json, log, node     a grade, renamed to here
//   when all of it is on the disk RESULTS/.slurm/failed/NAME/ARRAY                    node, and what was
//   said, of a grade that was not to be had
// NAME is STUDENT--LAB--KEY, with 16 digits of the job's key: two names are equal only for the same files
// under the same lab. So a job that runs twice does the same twice, and the second finds its place taken.
// This folder is all that a client knows: one that was killed is followed by one that reads it. An array
// without an id was on its way to Slurm; its name finds it in the queue, or it never got there.
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/schedule/grade_child.h"

namespace gridmark::schedule {

/// An array as its folder tells it.
struct KnownArray {
  std::string name;
  std::string id;                                     ///< empty: not known
  std::vector<std::vector<std::string>> chunks = {};  ///< names of jobs; task i has chunks[i - 1]
};

/// A grade that a task brought.
struct Delivery {
  ChildsGrade grade;
  std::string node;
};

/// What a task said that could not grade.
struct FailedTry {
  std::string array, node, said;
};

class SlurmFolder {
 public:
  explicit SlurmFolder(const std::filesystem::path& results)
      : root_(std::filesystem::absolute(results) / ".slurm") {}

  /// Of the results folder that holds this `.slurm`.
  static SlurmFolder of_array(const std::filesystem::path& array_folder) {
    return SlurmFolder(array_folder.parent_path().parent_path().parent_path());
  }

  std::filesystem::path array_folder(const std::string& array) const { return root_ / "arrays" / array; }
  std::filesystem::path job_folder(const std::string& job) const { return root_ / "jobs" / job; }

  /// Keeps an array before it is submitted, with its script.
  ///
  /// errors  filesystem
  Result<void> add_array(const KnownArray& array, const std::string& script) const;
  Result<void> set_id(const std::string& array, const std::string& id) const;
  std::vector<KnownArray> arrays() const;
  void forget_array(const std::string& array) const;
  /// The last line that a task printed; "" where there is none.
  std::string last_words(const std::string& array, std::size_t task) const;

  /// A job's files are there; tasks may take them.
  Result<void> set_staged(const std::string& job, const std::string& lab, const std::string& device) const;
  /// What a task needs to know of a job; nothing where nobody needs it any more.
  std::optional<GradeTask> staged_task(const std::string& job) const;
  /// Names of the jobs that were staged, and of those that a task has delivered.
  std::set<std::string> staged() const { return names_in("jobs"); }
  std::set<std::string> delivered() const { return names_in("done"); }
  /// Names of the jobs of which a task said that it could not grade them.
  std::set<std::string> failed() const { return names_in("failed"); }
  bool is_delivered(const std::string& job) const;

  /// errors  filesystem: it cannot be read
  Result<Delivery> take(const std::string& job) const;
  std::vector<FailedTry> failures(const std::string& job) const;
  void forget_delivery(const std::string& job) const;
  /// What lies here of a job.
  void forget_job(const std::string& job) const;

  /// For tasks: a grade gets its place whole, or finds that another has come before it.
  ///
  /// writer  a name that no other writer has at this time
  /// errors  filesystem
  Result<void> deliver(const std::string& job, const Delivery& delivery, const std::string& writer) const;
  Result<void> say_failed(const std::string& job, const FailedTry& failed) const;

 private:
  std::set<std::string> names_in(const char* folder) const;
  /// Writes the delivery into `made`, and moves that to where it counts as delivered; false: one is there.
  Result<bool> move_in(const std::filesystem::path& made, const std::string& job,
                       const Delivery& delivery) const;

  std::filesystem::path root_;
};

/// A chunk's file: names by line.
Result<std::vector<std::string>> read_chunk(const std::filesystem::path& file);

}  // namespace gridmark::schedule

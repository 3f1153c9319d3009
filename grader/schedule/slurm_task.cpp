#include "grader/schedule/slurm_task.h"

#include <fmt/format.h>

#include "grader/schedule/slurm_folder.h"

namespace gridmark {
namespace {

namespace fs = std::filesystem;

/// A folder in scratch that goes with this object.
class JobsScratch {
 public:
  static Result<JobsScratch> make(const fs::path& scratch, const std::string& writer) {
    const fs::path folder = fs::absolute(scratch) / ("gridmark-" + writer);
    std::error_code error;
    fs::remove_all(folder, error);
    fs::create_directories(folder, error);
    if (!error) fs::permissions(folder, fs::perms::owner_all, error);
    if (error)
      return failure(
          Error::Source::filesystem, folder.string(),
          "cannot be made: " + error.message() + "; name a folder that every node has with --scratch");
    return JobsScratch(folder);
  }
  JobsScratch(JobsScratch&& other) noexcept : folder_(std::move(other.folder_)) { other.folder_.clear(); }
  JobsScratch& operator=(JobsScratch&&) = delete;
  ~JobsScratch() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  const fs::path& folder() const { return folder_; }

 private:
  explicit JobsScratch(fs::path folder) : folder_(std::move(folder)) {}
  fs::path folder_;
};

Result<void> copy_submission(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  if (!error) return {};
  return failure(Error::Source::filesystem, to.string(), "cannot be filled: " + error.message());
}

Result<ChildsGrade> grade_job(const SlurmTask& task, GradeTask what, const fs::path& job,
                              const StopFlag& stop) {
  const auto scratch = JobsScratch::make(task.scratch, task.writer);
  if (!scratch) return tl::unexpected(scratch.error());
  what.work = scratch->folder();
  return copy_submission(job / "submission", what.work / "submission").and_then([&] {
    return grade_in_child(what, task.grader, stop);
  });
}

}  // namespace

Result<TaskCounts> run_task(const SlurmTask& task, const StopFlag& stop) {
  const auto jobs = read_chunk(task.chunk);
  if (!jobs) return tl::unexpected(jobs.error());
  const fs::path array = task.chunk.parent_path();
  const SlurmFolder folder = SlurmFolder::of_array(array);
  TaskCounts counts;
  for (const std::string& job : *jobs) {
    const auto what = folder.staged_task(job);
    if (!what || folder.is_delivered(job)) {
      ++counts.skipped;
      continue;
    }
    const auto graded = grade_job(task, *what, folder.job_folder(job), stop);
    if (stop.requested()) break;
    const auto told =
        graded
            ? folder.deliver(job, {*graded, task.node}, task.writer)
            : folder.say_failed(job, {array.filename().string(), task.node, sentence(graded.error()) + "\n"});
    if (!told) return tl::unexpected(told.error());
    ++(graded ? counts.graded : counts.failed);
  }
  return counts;
}

}  // namespace gridmark

#include "grader/schedule/slurm_task.h"

#include "grader/schedule/slurm_folder.h"
#include "grader/system/temp_folder.h"

namespace gridmark::schedule {
namespace {

namespace fs = std::filesystem;

/// Scratch is usually a /tmp, where another user who guesses a name can create it first.
Result<system::TempFolder> folder_in(const fs::path& scratch) {
  std::error_code ignored;
  fs::create_directories(scratch, ignored);
  return system::TempFolder::make_in(fs::absolute(scratch)).map_error([](Error error) {
    error.message += ". Name a folder that every node has with --scratch";
    return error;
  });
}

Result<void> copy_submission(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  if (!error) return {};
  return failure(Error::Source::filesystem, to.string(), "cannot be filled: " + error.message());
}

Result<ChildsGrade> grade_job(const SlurmTask& task, GradeTask what, const fs::path& job,
                              const system::StopFlag& stop) {
  const auto scratch = TRY(folder_in(task.scratch));
  what.work = scratch.path();
  return copy_submission(job / "submission", what.work / "submission").and_then([&] {
    return grade_in_child(what, task.grader, stop);
  });
}

}  // namespace

Result<TaskCounts> run_task(const SlurmTask& task, const system::StopFlag& stop) {
  const auto jobs = TRY(read_chunk(task.chunk));
  const fs::path array = task.chunk.parent_path();
  const SlurmFolder folder = SlurmFolder::of_array(array);
  TaskCounts counts;
  for (const std::string& job : jobs) {
    const auto what = folder.staged_task(job);
    if (!what || folder.is_delivered(job)) {
      ++counts.skipped;
      continue;
    }
    const auto graded = grade_job(task, *what, folder.job_folder(job), stop);
    if (stop.requested()) break;
    TRY(graded ? folder.deliver(job, {*graded, task.node}, task.writer)
               : folder.say_failed(
                     job, {array.filename().string(), task.node, message_of(graded.error()) + "\n"}));
    ++(graded ? counts.graded : counts.failed);
  }
  return counts;
}

}  // namespace gridmark::schedule

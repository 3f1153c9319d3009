#pragma once
// The words for Slurm's commands, and their output. Pure.
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// A site's requirements and limits for jobs.
struct SlurmSettings {
  std::string partition, gres, account, time;  ///< as in sbatch, or empty for the site's default
  int cpus = 2;                                ///< for one task
  int at_once = 0;                             ///< tasks that run together, or 0 for the site's limit
  std::string scratch = "${TMPDIR:-/tmp}";     ///< a folder on each node, expanded by the node's shell
  std::vector<std::string> setup;              ///< shell lines before the grader ("module load cuda")
  std::vector<std::string> more;               ///< more options of sbatch, unchanged
};

/// One array of tasks to submit.
struct SlurmArray {
  std::string name;    ///< the job's name, which finds it again
  std::string folder;  ///< has task.sh and chunk-1 ...
  int tasks = 0;
  bool alone = false;                   ///< timed work, which needs the complete node
  std::set<std::string> avoided_nodes;  ///< nodes where graders failed, while they worked elsewhere
};

/// The words after "sbatch". The caller's SBATCH_* variables apply to options that are not set here.
std::vector<std::string> sbatch_words(const SlurmSettings& settings, const SlurmArray& array);

/// The script of an array, which grades the task's chunk.
///
/// grader  a program that replaces gridmark for grading, or ""
std::string task_script(const SlurmSettings& settings, const std::vector<std::string>& program,
                        const std::string& folder, const std::string& grader);

/// Why these settings cannot be used, or empty.
std::string why_no_settings(const SlurmSettings& settings);

/// One task of an array in the queue.
struct QueuedTask {
  std::string job;  ///< the array's id
  int index = 0;
  std::string state, reason;
  bool running() const { return state == "RUNNING" || state == "COMPLETING"; }
  /// Slurm waits for an administrator, so the task will never run.
  bool given_up() const {
    return reason.find("launch failed") != reason.npos || reason == "BadConstraints" ||
           reason == "JobHoldMaxRequeue";
  }
};

/// The line format that parse_queue() reads.
inline constexpr std::string_view queue_format = "%F|%K|%T|%r";

/// Other lines are skipped.
std::vector<QueuedTask> parse_queue(std::string_view text);

/// True if sbatch's message is a final refusal. Otherwise the controller was busy or away, and can have the
/// array despite the message.
bool is_refusal(std::string_view said);

/// "1234;cluster" -> "1234".
/// errors  toolchain: no number
Result<std::string> parse_job_id(std::string_view text);

/// The largest array that `scontrol show config` allows. Slurm's default if it does not show one.
int parse_most_tasks(std::string_view text);

/// 64 and "x y" -> '64' 'x y', for a POSIX shell.
std::string shell_words(const std::vector<std::string>& words);

/// Splits `seconds` into chunks of indices, in order. Each chunk has at least `least` seconds, except the
/// last one. There are at most `most` chunks.
std::vector<std::vector<std::size_t>> chunks_of(const std::vector<double>& seconds, double least, int most);

/// The next pause between two looks at the queue. It grows from 1 to 30 s.
double next_pause(double pause);

}  // namespace gridmark::schedule

#pragma once
// What is said to Slurm's commands, and what they answer; pure.
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// What a site wants of jobs, and what one job may have.
struct SlurmSettings {
  std::string partition, gres, account, time;  ///< as sbatch takes them; empty: the site's own choice
  int cpus = 2;                                ///< for one task
  int at_once = 0;                             ///< tasks that may run together; 0: what the site allows
  std::string scratch = "${TMPDIR:-/tmp}";     ///< a folder on each node; the node's shell expands it
  std::vector<std::string> setup;              ///< lines of shell before the grader ("module load cuda")
  std::vector<std::string> more;               ///< further options of sbatch, as they are
};

/// One array of tasks that is to be submitted.
struct SlurmArray {
  std::string name;    ///< the job's name, by which it is found again
  std::string folder;  ///< of task.sh and chunk-1 ...
  int tasks = 0;
  bool alone = false;                   ///< timed work: nothing else on its node
  std::set<std::string> avoided_nodes;  ///< where graders failed that worked elsewhere
};

/// The words after "sbatch". What the caller's environment says (SBATCH_*) holds where nothing is said here.
std::vector<std::string> sbatch_words(const SlurmSettings& settings, const SlurmArray& array);

/// The script of an array: grades the task's chunk.
///
/// grader  a program in gridmark's place for grading; "": none
std::string task_script(const SlurmSettings& settings, const std::vector<std::string>& program,
                        const std::string& folder, const std::string& grader);

/// Why these settings cannot be used; empty where they can.
std::string why_no_settings(const SlurmSettings& settings);

/// One task of an array that the queue knows.
struct QueuedTask {
  std::string job;  ///< the array's id
  int index = 0;
  std::string state, reason;
  bool running() const { return state == "RUNNING" || state == "COMPLETING"; }
  /// Slurm waits for an administrator: nothing will come of it.
  bool given_up() const {
    return reason.find("launch failed") != reason.npos || reason == "BadConstraints" ||
           reason == "JobHoldMaxRequeue";
  }
};

/// The format of which parse_queue() reads the lines.
inline constexpr std::string_view queue_format = "%F|%K|%T|%r";

/// Lines that are none are left out.
std::vector<QueuedTask> parse_queue(std::string_view text);

/// What sbatch said when it submitted nothing: is that its last word? Else the controller was busy or away,
/// and may have the array all the same.
bool is_refusal(std::string_view said);

/// "1234;cluster" -> "1234".
/// errors  toolchain: no number
Result<std::string> parse_job_id(std::string_view text);

/// The largest array that `scontrol show config` allows; Slurm's default where it does not say.
int parse_most_tasks(std::string_view text);

/// 64 and "x y" -> '64' 'x y', for a POSIX shell.
std::string shell_words(const std::vector<std::string>& words);

/// Places of `seconds` in chunks of at least `least` seconds together, in order; at most `most` chunks. The
/// last one may be shorter.
std::vector<std::vector<std::size_t>> chunks_of(const std::vector<double>& seconds, double least, int most);

/// The next pause between two looks at the queue: grows from 1 to 30 s.
double next_pause(double pause);

}  // namespace gridmark::schedule

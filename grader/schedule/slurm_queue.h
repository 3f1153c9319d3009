#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/schedule/slurm_words.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// Slurm for a client: three commands. Accounting (sacct) is not used, because many sites do not have it.
class SlurmQueue {
 public:
  virtual ~SlurmQueue() = default;

  /// returns  the array's number
  /// errors   usage: Slurm refuses it (Slurm's message). toolchain: no answer, but it can be in the queue
  virtual Result<std::string> submit(const std::vector<std::string>& words) = 0;
  /// The tasks of these arrays that wait or run. An array that Slurm has forgotten has none.
  ///
  /// errors  toolchain: no answer
  virtual Result<std::vector<QueuedTask>> tasks(const std::set<std::string>& arrays) = 0;
  /// The number of the array with this name, or "" if it is not in the queue.
  ///
  /// errors  toolchain: no answer
  virtual Result<std::string> find(const std::string& name) = 0;
  /// Cancels complete arrays ("12"), or tasks of them ("12_3"). Ended ones are not an error.
  virtual void cancel(const std::vector<std::string>& jobs) = 0;
  /// The largest number of tasks in one array.
  virtual int most_tasks() = 0;
};

/// errors  usage: sbatch, squeue, scancel or scontrol is not on the PATH
Result<std::unique_ptr<SlurmQueue>> open_slurm_queue(const system::StopFlag& stop);

}  // namespace gridmark::schedule

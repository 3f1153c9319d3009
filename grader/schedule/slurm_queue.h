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

/// Slurm as a client has it: three commands. Accounting (sacct) is not asked; many sites have none.
class SlurmQueue {
 public:
  virtual ~SlurmQueue() = default;

  /// returns  the array's number
  /// errors   usage: Slurm refuses it (its words). toolchain: no answer; it may be queued all the same
  virtual Result<std::string> submit(const std::vector<std::string>& words) = 0;
  /// The tasks of these arrays that wait or run. An array that Slurm has forgotten has none.
  ///
  /// errors  toolchain: no answer
  virtual Result<std::vector<QueuedTask>> tasks(const std::set<std::string>& arrays) = 0;
  /// The number of the array with this name; "" where the queue has none.
  ///
  /// errors  toolchain: no answer
  virtual Result<std::string> find(const std::string& name) = 0;
  /// Whole arrays ("12"), or tasks of them ("12_3"). What is over already is no error.
  virtual void cancel(const std::vector<std::string>& jobs) = 0;
  /// The most tasks that one array may have.
  virtual int most_tasks() = 0;
};

/// errors  usage: sbatch, squeue, scancel or scontrol is not on the PATH
Result<std::unique_ptr<SlurmQueue>> open_slurm_queue(const system::StopFlag& stop);

}  // namespace gridmark::schedule

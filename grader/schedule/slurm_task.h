#pragma once
#include <filesystem>
#include <string>

#include "grader/core/error.h"
#include "grader/schedule/grade_child.h"
#include "grader/system/stop_flag.h"

namespace gridmark::schedule {

/// One task of an array on a node.
struct SlurmTask {
  std::filesystem::path chunk;  ///< RESULTS/.slurm/arrays/ARRAY/chunk-N
  std::filesystem::path
      scratch;  ///< a folder on the node or a shared one, with a separate folder inside for each job
  std::string node;
  std::string writer;  ///< a name that no other process uses on any node
  GraderProgram grader;
};

struct TaskCounts {
  int graded = 0;
  int failed = 0;   ///< without a grade, noted in the results
  int skipped = 0;  ///< already delivered, or not needed any more
};

/// Grades the jobs of a chunk, one after the other. Delivers each grade at once.
///
/// errors  filesystem: the chunk cannot be read, scratch or results cannot be written
Result<TaskCounts> run_task(const SlurmTask& task, const system::StopFlag& stop);

}  // namespace gridmark::schedule

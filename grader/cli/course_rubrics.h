#pragma once
// Rubrics for records that are scored again: the course's own, or one that the user names.
#include <map>
#include <mutex>
#include <string>

#include "grader/cli/installation.h"
#include "grader/cli/record_files.h"
#include "grader/load/load_rubric.h"

namespace gridmark::cli {

class CourseRubrics {
 public:
  /// file  a rubric to take instead of the course's; "": none
  explicit CourseRubrics(std::string file) : file_(std::move(file)) {}

  /// The rubric of a lab, read once. It must outlive what is returned. Threads may call it at once.
  const Result<Rubric>& of(const std::string& lab);

 private:
  std::string file_;
  std::mutex mutex_;  ///< of what follows
  std::map<std::string, Result<Rubric>> known_;
};

/// What a person adds to a record is scored with all the rest, so another rubric would change that, too, and
/// for this record alone.
///
/// errors  usage: the record was scored by another rubric than this
Result<void> require_same_rubric(const RecordFile& file, const Rubric& rubric);

}  // namespace gridmark::cli

#include "grader/cli/course_rubrics.h"

namespace gridmark::cli {

const Result<Rubric>& CourseRubrics::of(const std::string& lab) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto known = known_.find(lab);
  if (known != known_.end()) return known->second;
  const auto load = [&]() -> Result<Rubric> {
    if (!file_.empty()) return load::load_rubric(file_, lab);
    const Installation installation = TRY(find_installation());
    const Lab found = TRY(load::load_lab(installation.course, lab));
    return load::load_rubric(found.rubric, found.name);
  };
  return known_.emplace(lab, load()).first->second;
}

Result<void> require_same_rubric(const RecordFile& file, const Rubric& rubric) {
  const std::string& then = file.record.fingerprints.rubric;
  if (then.empty() || then == rubric.fingerprint) return {};
  return failure(
      Error::Source::usage, file.path.string(),
      "was scored with a rubric that differs from the course's. Run `gridmark rescore` on all records "
      "first, or use --rubric to name their rubric");
}

}  // namespace gridmark::cli

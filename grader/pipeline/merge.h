#pragma once
// Merges two runs. A later run on a quiet machine settles the items that an earlier run left open.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// The result of an item that was deferred in the earlier record.
struct MergedItem {
  std::string id;
  Points before, before_at_most;  ///< earned points, and the most that were still possible
  Points now, now_at_most;
  Points worth;
  bool settled = false;
  std::string words;  ///< the run that settled it, or why it is still open
  friend bool operator==(const MergedItem&, const MergedItem&) = default;
};

struct MergedRecord {
  GradeRecord record;
  std::vector<MergedItem> items;  ///< deferred items of the earlier record, in its order
};

/// The differences that keep two records from being one grade, a message each: submission, lab, rubric,
/// device or version of gridmark. Empty if they belong together.
std::vector<std::string> differences_in_kind(const GradeRecord& earlier, const GradeRecord& later);

/// `earlier` with its deferred timed items as `later` settled them. Settled items, decisions and points of
/// persons stay unchanged.
///
/// rubric  the one that scored both
/// errors  usage: one of these differences, both are the same run, or `rubric` is another one.
///         checker: a settled item would change
Result<MergedRecord> merge(const GradeRecord& earlier, const GradeRecord& later, const Rubric& rubric);

}  // namespace gridmark::pipeline

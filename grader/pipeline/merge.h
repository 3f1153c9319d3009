#pragma once
// A later run, on a machine that could time, fills what an earlier one had to leave open.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// What became of an item that the earlier record had deferred.
struct MergedItem {
  std::string id;
  Points before, before_at_most;  ///< what it earned, and what might have become of it
  Points now, now_at_most;
  Points worth;
  bool settled = false;
  std::string words;  ///< the run that settled it, or why it is still open
  friend bool operator==(const MergedItem&, const MergedItem&) = default;
};

struct MergedRecord {
  GradeRecord record;
  std::vector<MergedItem> items;  ///< the deferred ones of the earlier record, in its order
};

/// What keeps two records from being one grade, a message each: another submission, lab, rubric, device or
/// version of gridmark. None: they belong together.
std::vector<std::string> differences_in_kind(const GradeRecord& earlier, const GradeRecord& later);

/// `earlier` with those of its deferred timed items that `later` settled. Nothing else of it changes: what
/// was settled stays, and so do decisions and points of persons.
///
/// rubric  the one that both were scored by
/// errors  usage: the records differ in kind, they are one run, or `rubric` is another one
///         checker: a settled item would change
Result<MergedRecord> merge(const GradeRecord& earlier, const GradeRecord& later, const Rubric& rubric);

}  // namespace gridmark::pipeline

#pragma once
// What persons decide about a grade: a count that is too good to be true, and a report that nothing in the
// run supports, earn nothing until a person has looked at them. Some items of the rubric are a person's
// alone.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// An item that waits, and what speaks against it.
struct PendingReview {
  const ItemScore* item;              ///< of the record
  std::vector<std::string> evidence;  ///< messages: the tests that are too good to be true, or the doubts
};

/// In the record's order; they point into `record`.
std::vector<PendingReview> pending_reviews(const GradeRecord& record);

/// The record with a person's decision in it, scored again from what was measured: nothing runs.
///
/// errors  usage: no such item waits for review; what score() says, for a rubric that has changed
Result<GradeRecord> decide(const GradeRecord& record, const Rubric& rubric, const ReviewDecision& decision);

/// The record with points that persons gave in it, scored again; those that it has for other items stay.
Result<GradeRecord> with_manual_points(const GradeRecord& record, const Rubric& rubric,
                                       const std::vector<ManualPoints>& given);

}  // namespace gridmark::pipeline

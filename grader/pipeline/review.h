#pragma once
// Decisions of persons about a grade. Two things earn nothing until a person has checked them: a count that
// is too good to be true, and a report without support in the run. Some items of the rubric are always judged
// by a person.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// An item that waits for review, with its evidence.
struct PendingReview {
  const ItemScore* item;              ///< points into the record
  std::vector<std::string> evidence;  ///< messages: the tests that are too good to be true, or the doubts
};

/// In the record's order. The results point into `record`.
std::vector<PendingReview> pending_reviews(const GradeRecord& record);

/// The record with a person's decision, scored again from its measurements. Nothing runs.
///
/// errors  usage: no such item waits for review. Errors of score() for a changed rubric
Result<GradeRecord> decide(const GradeRecord& record, const Rubric& rubric, const ReviewDecision& decision);

/// The record with points from persons, scored again. Points that it has for other items stay.
Result<GradeRecord> with_manual_points(const GradeRecord& record, const Rubric& rubric,
                                       const std::vector<ManualPoints>& given);

}  // namespace gridmark::pipeline

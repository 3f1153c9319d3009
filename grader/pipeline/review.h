#pragma once
// A count that is too good to be true earns nothing until a person has looked at it.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/lab.h"
#include "grader/core/rubric.h"

namespace gridmark {

/// An item that waits, and what speaks against it.
struct PendingReview {
  const ItemScore* item;              ///< of the record
  std::vector<std::string> evidence;  ///< a sentence for each test that is too good to be true
};

/// In the record's order; they point into `record`.
std::vector<PendingReview> pending_reviews(const GradeRecord& record);

/// The record with a person's decision in it, scored again from what was measured: nothing runs.
///
/// errors  usage: no such item waits for review; what score() says, for a rubric that has changed
Result<GradeRecord> decide(const GradeRecord& record, const Lab& lab, const Rubric& rubric,
                           const ReviewDecision& decision);

}  // namespace gridmark

#pragma once
// Applies a changed rubric to stored measurements. Nothing is compiled and nothing runs.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// An item whose points or worth are different in another score.
struct ItemChange {
  std::string id;
  Points before, before_of;  ///< 0 of 0 if the item is new
  Points now, now_of;        ///< 0 of 0 if it was removed
  std::string why;           ///< one message without a full stop
  friend bool operator==(const ItemChange&, const ItemChange&) = default;
};

struct RescoredRecord {
  GradeRecord record;
  std::vector<ItemChange> changes;
  bool differs = false;  ///< in anything, words included, so it must be written
};

/// Computes the statistics of paired timings again from the samples, and applies `rubric`.
///
/// errors  rubric: it belongs to another lab, or needs a test or a value that the record does not have
Result<RescoredRecord> rescore(const GradeRecord& record, const Rubric& rubric);

}  // namespace gridmark::pipeline

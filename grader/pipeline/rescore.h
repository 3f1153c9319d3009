#pragma once
// A changed rubric on kept measurements: nothing is compiled and nothing runs.
#include <string>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::pipeline {

/// An item that another score has given other points, or another worth.
struct ItemChange {
  std::string id;
  Points before, before_of;  ///< 0 of 0 where the item is new
  Points now, now_of;        ///< 0 of 0 where it is gone
  std::string why;           ///< one message without a full stop
  friend bool operator==(const ItemChange&, const ItemChange&) = default;
};

struct RescoredRecord {
  GradeRecord record;
  std::vector<ItemChange> changes;
  bool differs = false;  ///< in anything, words included; else there is nothing to write
};

/// The statistics of its paired timings done again from the samples, and `rubric` applied.
///
/// errors  rubric: another lab's; it asks for a test or a value that the record does not have
Result<RescoredRecord> rescore(const GradeRecord& record, const Rubric& rubric);

}  // namespace gridmark::pipeline

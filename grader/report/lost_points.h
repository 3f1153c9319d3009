#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"

namespace gridmark::report {

/// Items that lost points for one and the same reason. It points into the record.
struct LostPoints {
  std::vector<const ItemScore*> items;
  std::optional<Place> place;
  std::string reason;
};

/// Every item with less than its points, but those left out of the run, by reason in the rubric's order.
std::vector<LostPoints> lost_points(const GradeRecord& record);

}  // namespace gridmark::report

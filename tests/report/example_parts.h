#pragma once
#include <optional>
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark {

/// Parts of the examples. An item that passed, or earned less than its points.
ItemScore item(std::string id, std::string title, std::string criterion, Points points, Points worth);
ItemScore failed(ItemScore item, Outcome outcome, std::string reason, std::optional<Place> place);
/// A record without criteria, items and tests.
GradeRecord frame(Points points, Points worth);

/// One item that a later run on a named machine settled, one that is inconclusive, and one that no machine
/// could time.
GradeRecord timed_lines();
/// The checker's plots: sparse points with a mark, and many points without dots.
GradeRecord plots();

}  // namespace gridmark

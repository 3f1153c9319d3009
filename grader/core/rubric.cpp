#include "grader/core/rubric.h"

namespace gridmark {

Points total_points(const Rubric& rubric) {
  Points total;
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items) total += item.points;
  return total;
}

}  // namespace gridmark

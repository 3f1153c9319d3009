#include "grader/core/rubric.h"

namespace gridmark {

Points total_points(const Rubric& rubric) {
  Points total;
  for (const Item* item : items_of(rubric)) total += item->points;
  return total;
}

Points points_by_hand(const Rubric& rubric) {
  Points total;
  for (const Item* item : items_of(rubric))
    if (item->manual) total += item->points;
  return total;
}

std::vector<const Item*> items_of(const Rubric& rubric) {
  std::vector<const Item*> all;
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items) all.push_back(&item);
  return all;
}

}  // namespace gridmark

#include "grader/core/sweep.h"

#include <algorithm>

namespace gridmark {

const SweepPoint* baseline_at(const Sweep& sweep, double size) {
  if (sweep.empty() || sweep.front().provenance != Provenance::measured) return nullptr;
  for (const SweepPoint& point : sweep)
    if (point.series == sweep.front().series && point.size == size && point.problem.empty()) return &point;
  return nullptr;
}

double crossover(const Sweep& sweep, const std::string& series) {
  std::vector<const SweepPoint*> points;
  for (const SweepPoint& point : sweep)
    if (point.series == series && point.problem.empty() && baseline_at(sweep, point.size))
      points.push_back(&point);
  std::sort(points.begin(), points.end(),
            [](const SweepPoint* a, const SweepPoint* b) { return a->size > b->size; });
  double from = 0;
  for (const SweepPoint* point : points) {
    if (point->with_copies_ms >= baseline_at(sweep, point->size)->with_copies_ms) break;
    from = point->size;
  }
  return from;
}

std::vector<std::string> series_of(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const SweepPoint& point : sweep)
    if (std::find(names.begin(), names.end(), point.series) == names.end()) names.push_back(point.series);
  return names;
}

}  // namespace gridmark

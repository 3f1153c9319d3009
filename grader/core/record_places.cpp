#include "grader/core/record_places.h"

namespace gridmark {
namespace {

void add_accesses(std::vector<Place>& places, const std::optional<Cause>& cause) {
  if (!cause) return;
  for (const ThreadAccess& access : cause->accesses)
    if (access.line > 0) places.push_back({access.file, access.line});
}

void add_lanes(std::vector<Place>& places, const std::optional<RankLanes>& lanes) {
  if (!lanes) return;
  for (const RankLane& lane : lanes->ranks)
    if (lane.line > 0) places.push_back({lane.file, lane.line});
}

}  // namespace

std::vector<Place> places_of(const GradeRecord& record) {
  std::vector<Place> places;
  const auto add = [&](const auto& all) {
    for (const auto& one : all)
      if (one.place) places.push_back(*one.place);
  };
  add(record.items), add(record.tests), add(record.measurements), add(record.builds);
  for (const ItemScore& item : record.items) add_accesses(places, item.cause);
  for (const TestResult& test : record.tests) add_accesses(places, test.cause), add_lanes(places, test.ranks);
  return places;
}

}  // namespace gridmark

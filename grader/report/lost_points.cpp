#include "grader/report/lost_points.h"

#include <algorithm>

namespace gridmark::report {
namespace {

/// --only and --quick left it out: the table says so, and there is nothing to mend. A missing target stays.
bool told(const ItemScore& item, bool complete) {
  if (item.verdict == Verdict::pass) return false;
  return complete || item.outcome != Outcome::not_run;
}

}  // namespace

std::vector<LostPoints> lost_points(const GradeRecord& record) {
  std::vector<LostPoints> losses;
  for (const ItemScore& item : record.items) {
    if (!told(item, record.complete)) continue;
    const auto same = std::find_if(losses.begin(), losses.end(), [&](const LostPoints& loss) {
      return loss.reason == item.reason && loss.place == item.place;
    });
    if (same != losses.end())
      same->items.push_back(&item);
    else
      losses.push_back({{&item}, item.place, item.reason});
  }
  return losses;
}

}  // namespace gridmark::report

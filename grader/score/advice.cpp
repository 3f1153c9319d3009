#include "grader/score/advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/root_cause.h"

namespace gridmark::score {

std::vector<LostItem> explanations_of(const GradeRecord& record, const LineOf& line_of) {
  std::vector<LostItem> found;
  for (const ItemScore& item : record.items)
    if (!item.reason.empty())
      found.push_back({item.id, item.reason, item.place, item.place ? line_of(*item.place) : "",
                       fixes_of(item, record.tests, record.builds)});
  return found;
}

std::vector<std::pair<std::vector<Fix>, std::vector<std::string>>> advice_of(
    const std::vector<LostItem>& explanations) {
  std::vector<std::pair<std::vector<Fix>, std::vector<std::string>>> all;
  for (const LostItem& one : explanations) {
    if (one.fixes.empty()) continue;
    auto known =
        std::find_if(all.begin(), all.end(), [&](const auto& advice) { return advice.first == one.fixes; });
    if (known == all.end()) known = all.insert(known, {one.fixes, {}});
    known->second.push_back(one.item);
  }
  return all;
}

std::vector<std::string> not_repaired(const std::vector<std::string>& items, const GradeRecord& advised) {
  std::vector<std::string> found;
  for (const std::string& id : items)
    if (const ItemScore* item = find_score(advised, id); item != nullptr && item->points < item->max_points)
      found.push_back(fmt::format("{}: the advice was followed, and it earns {} of {}. Its reason is now: {}",
                                  id, item->points.value(), item->max_points.value(), item->reason));
  return found;
}

}  // namespace gridmark::score
